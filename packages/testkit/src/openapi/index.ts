/** Requests made from an OpenAPI document, and what the document says of their answers. */
export { type AnswerCheck, createAnswerCheck, type GivenAnswer } from './answers.ts';
export { type OpenApi, type Operation, readOpenApi } from './document.ts';
export { type GeneratedRequest, type Known, requestsOf } from './requests.ts';
