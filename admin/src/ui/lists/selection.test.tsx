import { createTheme, ThemeProvider } from '@mui/material';
import { act, fireEvent, render, screen } from '@testing-library/react';
import {
  CoreAdminContext,
  DataTable,
  ListContextProvider,
  memoryStore,
  ResourceContextProvider,
} from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { i18nProvider } from '../../app/resources.js';
import { answering } from '../../data/testing.js';
import { ListRecords } from './ListRecords.js';
import { BulkActions, KeptSelection, useSelected } from './selection.js';

const theme = createTheme();

function Count() {
  return <p>{useSelected().records.length} selected</p>;
}

/** A list of payments under a filter; returns functions that show it otherwise, and leave it. */
function showList(filter: object) {
  const store = memoryStore();
  const matching = Array.from({ length: 250 }, (_, at) => ({ id: at < 2 ? 'ab'[at]! : `${at}` }));
  const call = answering({
    'GET /payments/matching': ({ query }: { query: { count: number } }) => ({
      payments: query.count === matching.length ? matching.map(({ id }) => ({ _id: id })) : [],
    }),
  });
  const page = (filterValues: object, isOpen = true) => (
    <MemoryRouter>
      <CoreAdminContext store={store} i18nProvider={i18nProvider} dataProvider={{ call } as never}>
        {isOpen && (
          <ResourceContextProvider value="payments">
            <ListContextProvider
              value={{ resource: 'payments', data: matching.slice(0, 2), filterValues, total: 250 } as never}
            >
              <ThemeProvider theme={theme}>
                <KeptSelection>
                  <ListRecords
                    isSelectable
                    empty={<p>None</p>}
                    card={() => ({ title: '', main: '', meta: '' })}
                  >
                    <DataTable.Col source="id" label="Id" />
                  </ListRecords>
                  <Count />
                  <BulkActions label="Selected">{null}</BulkActions>
                </KeptSelection>
              </ThemeProvider>
            </ListContextProvider>
          </ResourceContextProvider>
        )}
      </CoreAdminContext>
    </MemoryRouter>
  );
  const { rerender } = render(page(filter));
  return {
    show: (next: object) => rerender(page(next)),
    leave: () => rerender(page(filter, false)),
  };
}

const pageBox = () => screen.getByRole('checkbox', { name: 'Select all on this page' });
const count = () => screen.getAllByText(/selected$/)[0]!.textContent;

it('selects nothing that another filter hides', () => {
  const list = showList({ status: 'pending' });
  fireEvent.click(pageBox());
  expect(count()).toBe('2 selected');

  list.show({ status: 'paid' });
  expect(count()).toBe('0 selected');
});

it('keeps the selection while a record is open', () => {
  const list = showList({ status: 'pending' });
  fireEvent.click(pageBox());

  list.leave();
  list.show({ status: 'pending' });
  expect(count()).toBe('2 selected');
});

it('selects all that match, over every page, once the page is selected', async () => {
  showList({ status: 'pending' });
  expect(screen.queryByRole('button', { name: 'Select All 250 That Match' })).toBeNull();
  fireEvent.click(pageBox());

  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Select All 250 That Match' })));

  expect(count()).toBe('250 selected');
});
