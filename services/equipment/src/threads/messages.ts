/** One question to a thread. */
export interface ThreadQuestion<Question> {
  readonly id: number;
  readonly question: Question;
}

export type ThreadAnswer<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: string };
