import { useMutation } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { MappingInput } from '../../../domain/reconciliation.js';
import type { dataProvider } from '../dataProvider.js';
import { HttpError } from '../../../browser/http.js';
import type { StatementDraftRecord } from './reconciliationMethods.js';

const importTries = 6;

/** True if the import may have been executed without a response: importing again returns the first result. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 0 || error.status === 503);

/** Changes the mapping and the decisions of a draft, and imports it. */
export function useDraft({ id }: StatementDraftRecord) {
  const { setStatementMapping, importStatement } = useDataProvider<typeof dataProvider>();
  const change = useMutation({
    mutationKey: ['statements', 'mapping'],
    mutationFn: (input: MappingInput) => setStatementMapping(id, input),
    // Changes are sent one after the other, so that the last one is kept.
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
