import { setTimeout as delay } from 'node:timers/promises';
import { Types } from 'mongoose';

/** A call that does not answer holds up those that come after it for so long at most, in milliseconds. */
const patience = 100;

interface Waiting<Question, Answer> {
  questions: Question[];
  answers: Promise<Answer[]>;
}

/**
 * Puts questions that come at the same time to the database as one: whoever comes while a call is on its way waits
 * for the next one, which asks for all who came. The call begins after the question, so that, unlike one from a
 * cache, no answer tells what was so before it was asked. `ask` gets the questions, and answers in their order.
 */
export const together = <Question, Answer>(ask: (questions: Question[]) => Promise<Answer[]>) => {
  let next: Waiting<Question, Answer> | undefined;
  let underWay: Promise<unknown> | undefined;

  const open = (): Waiting<Question, Answer> => {
    const questions: Question[] = [];
    const turn = underWay
      ? // Whether the call before this one fails is told to those who asked it.
        Promise.race([underWay.catch(() => undefined), delay(patience, undefined, { ref: false })])
      : Promise.resolve();
    const answers = turn.then(() => {
      next = undefined;
      return ask(questions);
    });
    const ended = () => {
      if (underWay === answers) underWay = undefined;
    };
    underWay = answers;
    answers.then(ended, ended);
    return { questions, answers };
  };

  return async (question: Question): Promise<Answer> => {
    next ??= open();
    const index = next.questions.push(question) - 1;
    const answers = await next.answers;
    return answers[index] as Answer;
  };
};

/** The condition that a record is one of these, each named once; one alone is a plain look-up for any database. */
export function oneOfIds(ids: string[]): { _id: Types.ObjectId | { $in: Types.ObjectId[] } } {
  const distinct = [...new Set(ids)].map((id) => new Types.ObjectId(id));
  const [only] = distinct;
  return { _id: distinct.length === 1 && only ? only : { $in: distinct } };
}

/** Asks how many records a collection has, by its own account: nothing is counted for it. */
export const countOf = (collection: () => { estimatedDocumentCount(): Promise<number> }) => {
  const count = together(async (asked: undefined[]) => {
    const total = await collection().estimatedDocumentCount();
    return asked.map(() => total);
  });
  return () => count(undefined);
};
