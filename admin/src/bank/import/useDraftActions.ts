import type { CsvMapping } from '#bank-files/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MappingInput } from '#domain/bank/reconciliation';
import { HttpError } from '#browser/http';
import { recordKey } from '../../data/recordCache.js';
import { useCall, useWrite } from '../../data/useCall.js';
import { isUnanswered } from '../../data/session/untilAnswered.js';
import type { StatementDraftRecord } from '../../data/records.js';
import { isComplete } from './columnMapping.js';

const importTries = 6;

/** Changes the mapping and the decisions of a draft, and imports it. */
export function useDraftActions({ id, columns, mapping: read, version }: StatementDraftRecord) {
  const call = useCall();
  const client = useQueryClient();
  /** The mapping on the screen, which is the draft's once the server has answered it. */
  const [edited, setEdited] = useState<CsvMapping>();
  /** Shows what another admin has said meanwhile. */
  const readAgain = (error: Error) => {
    if (error instanceof HttpError && error.status === 409)
      void client.invalidateQueries({ queryKey: recordKey('statements', id) });
  };
  const sending = {
    mutationKey: ['statements', 'mapping'],
    mutationFn: (body: MappingInput) => call('PUT /statements/{id}/mapping', { id, body }),
    // Changes are sent one after the other, so that the last one is kept.
    scope: { id: `draft-${id}` },
    // A draft that was asked for before the change is older than the change's answer.
    onMutate: () => client.cancelQueries({ queryKey: ['statements', 'getOne'] }),
    onError: readAgain,
  };
  const change = useWrite(sending);
  const decision = useWrite(sending);
  const importing = useWrite({
    mutationKey: ['statements', 'import'],
    mutationFn: () => call('POST /statements/{id}/import', { id, body: { version } }),
    onError: readAgain,
    // Importing again returns the first result.
    retry: (failures, error) => failures < importTries && isUnanswered(error),
    retryDelay: 1000,
  });
  // An answer to an earlier change leaves the later one on the screen.
  const isRead = !edited || (change.isSuccess && change.variables.mapping === edited);
  // A file without columns has marks only, of which nothing is asked but the marks.
  const mapping = isRead ? (read as CsvMapping | null) : edited;
  const isWhole = (one: CsvMapping) => columns.length === 0 || isComplete(one);
  const setMapping = (next: CsvMapping) => {
    decision.reset();
    setEdited(next);
    if (isWhole(next)) change.mutate({ mapping: next });
    else change.reset();
  };

  return {
    mapping,
    /** True where the draft's preview is the reading by the mapping on the screen. */
    isRead,
    isComplete: !mapping || isWhole(mapping),
    isChanging: change.isPending || decision.isPending,
    error: importing.error ?? change.error ?? decision.error,
    setMapping,
    /** Says that the reading on the screen is right. */
    confirm: () => decision.mutate({ confirmed: true, version }),
    decide: (input: MappingInput) => {
      // The answer is about the reading that the server knows.
      setEdited(undefined);
      decision.mutate(input);
    },
    importing,
  };
}

export type DraftActions = ReturnType<typeof useDraftActions>;
