import { useMutation } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { MappingInput } from '../../../domain/reconciliation.js';
import type { dataProvider } from '../dataProvider.js';
import { HttpError } from '../../../browser/http.js';
import type { StatementDraftRecord } from './reconciliationMethods.js';

const importTries = 6;

/** True where the import may have gone on although no answer came: importing again returns the first result. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 0 || error.status === 503);

/** Changes how a draft is read, and imports it. */
export function useDraft({ id }: StatementDraftRecord) {
  const { setStatementMapping, importStatement } = useDataProvider<typeof dataProvider>();
  const change = useMutation({
    mutationKey: ['statements', 'mapping'],
    mutationFn: (input: MappingInput) => setStatementMapping(id, input),
    // One after the other: the last choice is the one that stays.
    scope: { id: `draft-${id}` },
  });
  const importing = useMutation({
    mutationKey: ['statements', 'import'],
    mutationFn: () => importStatement(id),
    retry: (failures, error) => failures < importTries && isUnanswered(error),
    retryDelay: 1000,
  });
  return { change, importing };
}
