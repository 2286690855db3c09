import { act, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { ListContextProvider, RecordContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { renderInOffice } from '../../app/testing.js';
import { PinnedComment } from '../../care/timeline/Timeline.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { ClearFilters, FilterBar } from '../lists/FilterBar.js';
import { Section } from './Section.js';

const show = (part: ReactNode, methods?: object) =>
  renderInOffice(
    <main>
      <h1 tabIndex={-1}>The Page</h1>
      {part}
    </main>,
    methods,
  );

/** Presses a button by the keyboard, which goes with what it does. */
async function press(name: string | RegExp) {
  const button = await screen.findByRole('button', { name });
  button.focus();
  await act(async () => fireEvent.click(button));
}
const hasFocus = (name: string) => expect(document.activeElement).toBe(screen.getByRole('heading', { name }));

it('gives the focus to the page’s heading where a button of the filters goes', async () => {
  const List = () => {
    const [filterValues, setFilters] = useState<object>({ search: 'ann' });
    return (
      <ListContextProvider value={{ filterValues, setFilters, total: 1 } as never}>
        <FilterBar>
          <ClearFilters />
        </FilterBar>
      </ListContextProvider>
    );
  };
  show(<List />);
  await press(/clear/i);
  hasFocus('The Page');
});

it('gives the focus to the heading of a section where its own button goes', async () => {
  const Panel = () => {
    const [isDone, setDone] = useState(false);
    const action = !isDone && (
      <button type="button" onClick={() => setDone(true)}>
        Issue
      </button>
    );
    return (
      <Section title="Documents" action={action}>
        <p>None</p>
      </Section>
    );
  };
  show(<Panel />);
  await press('Issue');
  hasFocus('Documents');
});

it('gives the focus to the page’s heading where the section goes with its last row', async () => {
  const Page = () => {
    const [isLeft, setLeft] = useState(true);
    return (
      isLeft && (
        <Section title="Possible Duplicates">
          <ul>
            <li>
              <button type="button" onClick={() => setLeft(false)}>
                Different
              </button>
            </li>
          </ul>
        </Section>
      )
    );
  };
  show(<Page />);
  await press('Different');
  await vi.waitFor(() => hasFocus('The Page'));
});

it('gives the focus to the page’s heading where a comment is unpinned', async () => {
  signInAs('admin');
  let pinned: object | undefined = {
    _id: 'k',
    by: 'ann',
    at: '2026-11-05T12:00:00Z',
    text: 'Call',
    pinned: true,
  };
  const call = answering({
    'GET /activity': () => ({ items: [], pinned }),
    'POST /comments/{id}/unpin': () => {
      pinned = undefined;
      return {};
    },
  });
  show(
    <RecordContextProvider value={{ id: 'p' }}>
      <PinnedComment owner={{ paymentId: 'p' }} />
    </RecordContextProvider>,
    { call },
  );
  await press(/unpin/i);
  await vi.waitFor(() => expect(screen.queryByRole('note')).toBeNull(), { timeout: 20_000 });
  hasFocus('The Page');
});
