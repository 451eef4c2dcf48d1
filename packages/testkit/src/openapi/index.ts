/** Requests generated from an OpenAPI document, and checks of their answers against it. */
export { type AnswerCheck, createAnswerCheck, type GivenAnswer } from './answers.ts';
export { type OpenApi, type Operation, readOpenApi } from './document.ts';
export { type GeneratedRequest, type Known, requestsOf } from './requests.ts';
