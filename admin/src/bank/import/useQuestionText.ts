import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** Returns a function that gives the texts of a question. */
export function useQuestionText(question: string) {
  const translate = useTranslate();
  return (name: string, options?: object): string =>
    translate(`resources.reconcile.question.${question}.${name}`, options);
}
