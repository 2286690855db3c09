import { formatDays } from '#domain/dates';
import type { YearOption } from '#domain/statement-reading';
import { ChoiceQuestion } from './ChoiceQuestion.js';

interface YearQuestionProps {
  years: YearOption[];
  isBusy: boolean;
  onAnswer: (year: number) => void;
}

/** Asks for the year of dates that have none, with the likeliest one filled in. */
export const YearQuestion = ({ years, isBusy, onAnswer }: YearQuestionProps) => (
  <ChoiceQuestion
    question="year"
    options={years.map(({ year, from, to }) => ({
      ...{ value: String(year), reads: [formatDays(from, to)] },
    }))}
    isBusy={isBusy}
    onAnswer={(year) => onAnswer(Number(year))}
  />
);
