import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SearchBox } from './SearchBox.js';

afterEach(cleanup);

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const box = (value: string, onSearch = vi.fn()) => (
  <SearchBox label="Search" value={value} onSearch={onSearch} />
);

it('searches on Enter for what was typed', () => {
  const onSearch = vi.fn();
  render(box('', onSearch));
  type('  Ann ');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('Ann');
});

it('clears by Enter on the button for it, and does not apply the text', () => {
  const onSearch = vi.fn();
  render(box('', onSearch));
  type('Ann');
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter' });
  expect(onSearch).not.toHaveBeenCalled();
});

it('shows a search that came from elsewhere', () => {
  const { rerender } = render(box('Ann'));
  rerender(box(''));
  expect(field().value).toBe('');
});

it('keeps what is being typed when an earlier change of the search arrives', () => {
  const { rerender } = render(box('Ann'));
  type('Bea');
  rerender(box(''));
  expect(field().value).toBe('Bea');
  fireEvent.keyDown(field(), { key: 'Enter' });
  rerender(box('Bea'));
  rerender(box(''));
  expect(field().value).toBe('');
});
