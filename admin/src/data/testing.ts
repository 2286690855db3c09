/** A `call` that answers each of these routes by what it was given. */
export const answering =
  (answers: Record<string, (given: never) => unknown>) =>
  (route: string, given: object = {}): Promise<unknown> =>
    new Promise((answer) => answer(answers[route]!(given as never)));
