import { useTranslate } from 'react-admin';

/** Returns a function that gives the texts of a question. */
export function useQuestionText(question: string) {
  const translate = useTranslate();
  return (name: string, options?: object): string =>
    translate(`resources.reconcile.question.${question}.${name}`, options);
}
