import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { calendarOf, utcCalendar } from '#domain/calendar';
import { useCounts } from '../../data/useCounts.js';
import { signInAs } from '../../session/testing.js';
import { ExportsProvider, useExports } from './ExportsProvider.js';
import { saveFile } from './saveFile.js';

vi.mock('./saveFile.js', () => ({ saveFile: vi.fn() }));
afterEach(cleanup);

/** A zone in which it is another day than in UTC at this moment. */
const elsewhere = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Etc/GMT+12';

function Page() {
  const { start } = useExports();
  const counts = useCounts();
  return (
    counts.data && (
      <button onClick={() => void start({ resource: 'payments', format: 'csv', query: {} })}>Export</button>
    )
  );
}

it('names an exported file by the day of the business time zone', async () => {
  signInAs('admin');
  const provider = {
    exportRows: () => Promise.resolve(new Blob()),
    getCounts: () => Promise.resolve({ timeZone: elsewhere }),
  };
  render(
    <MemoryRouter>
      <CoreAdminContext dataProvider={provider as unknown as DataProvider}>
        <ExportsProvider>
          <Page />
        </ExportsProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  (await screen.findByRole('button')).click();
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  const day = calendarOf(elsewhere).dayOf(new Date());
  expect(day).not.toBe(utcCalendar.dayOf(new Date()));
  expect(saveFile).toHaveBeenCalledWith(expect.any(Blob), `payments-export-${day}.csv`);
});
