import { expect, it, vi } from 'vitest';
import { listQuery } from './listQuery.js';

const read = (query: string) => Object.fromEntries(new URLSearchParams(query));

it('speaks of page, limit, sort and filter as the API does', () => {
  const query = listQuery({
    page: 2,
    perPage: 25,
    sort: { field: 'createdAt', order: 'DESC' },
    filter: { name: 'Ann & Bob', email: '' },
  });
  expect(read(query)).toEqual({
    page: '2',
    limit: '25',
    sort: '-createdAt',
    'filter[name]': 'Ann & Bob',
  });
});

it('turns an age into the moment since when', () => {
  vi.setSystemTime('2026-11-21T12:00:00Z');
  expect(read(listQuery({ filter: { days: '7', status: 'paid' } }))).toEqual({
    'filter[status]': 'paid',
    'filter[createdAt][gte]': '2026-11-14T12:00:00.000Z',
  });
  vi.useRealTimers();
});

it('takes ranges as they are, and leaves out open ends', () => {
  expect(read(listQuery({ filter: { createdAt: { gte: '2026-01-01', lte: '' } } }))).toEqual({
    'filter[createdAt][gte]': '2026-01-01',
  });
  expect(listQuery({ from: '', to: '' })).toBe('');
});
