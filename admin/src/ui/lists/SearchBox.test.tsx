import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SearchBox } from './FilterBar.js';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const box = (value: unknown, onSearch = vi.fn()) => (
  <SearchBox label="Search" value={value} onSearch={onSearch} />
);

it('searches on Enter for what was typed', () => {
  const onSearch = vi.fn();
  render(box('', onSearch));
  type('  Ann ');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('Ann');
});

it('offers to search by mouse or touch while the list shows something else than what was typed', () => {
  const onSearch = vi.fn();
  const { rerender } = render(box('', onSearch));
  const apply = () => screen.queryByRole('button', { name: 'admin.list.applySearch' });
  expect(apply()).toBeNull();
  type('  Ann ');
  fireEvent.click(apply()!);
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('Ann');
  rerender(box('Ann', onSearch));
  expect(apply()).toBeNull();
});

it('clears by Enter on the button for it, and does not apply the text', () => {
  const onSearch = vi.fn();
  render(box('', onSearch));
  type('Ann');
  fireEvent.keyDown(screen.getByRole('button', { name: 'admin.list.clearSearch' }), { key: 'Enter' });
  expect(onSearch).not.toHaveBeenCalled();
});

it('has the focus once it is cleared', () => {
  render(box('Ann'));
  fireEvent.click(screen.getByRole('button'));
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(field());
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

it.each([
  [1997, '1997'],
  [['Ann'], ''],
  [null, ''],
])('shows %j of an address that was typed by hand as text', (value, text) => {
  render(box(value));
  expect(field().value).toBe(text);
});
