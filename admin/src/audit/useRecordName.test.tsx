import { cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { AuditEntry } from '#domain/audit';
import { useRecordName } from './useRecordName.js';

afterEach(cleanup);

const Named = ({ entry }: { entry: AuditEntry }) => <p>{useRecordName(entry) || 'no name'}</p>;

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  ...{ _id: '1', at: '2026-11-21T10:00:00.000Z', by: 'ann', action: 'update', resource: 'payments' },
  ...{ ip: '', requestId: '', ...fields },
});

function show(entries: AuditEntry[], records: object[]) {
  const getMany = vi.fn(() => Promise.resolve({ data: records }));
  render(
    <MemoryRouter>
      <CoreAdminContext dataProvider={{ getMany } as never}>
        {entries.map((one) => (
          <Named key={one._id} entry={one} />
        ))}
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return getMany;
}

it('records are named by one call for those of a kind', async () => {
  const getMany = show(
    [entry({ resourceId: 'a' }), entry({ _id: '2', resourceId: 'b' })],
    [
      { id: 'a', referenceNumber: 'CRTS-OTN-00000A-111111' },
      { id: 'b', referenceNumber: 'CRTS-OTN-00000B-222222' },
    ],
  );
  await screen.findByText('CRTS-OTN-00000A-111111');
  screen.getByText('CRTS-OTN-00000B-222222');
  expect(getMany).toHaveBeenCalledOnce();
});

it('a deleted record is named by its entry, and one without a name by none', async () => {
  const changes = [{ field: 'fullName', from: 'Noor Lind', to: null }];
  show(
    [
      entry({ resource: 'customers', resourceId: 'a', action: 'delete', changes }),
      entry({ _id: '2', resource: 'books' }),
    ],
    [],
  );
  await screen.findByText('Noor Lind');
  screen.getByText('no name');
});
