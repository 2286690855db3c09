import { render, screen } from '@testing-library/react';
import { ErrorBoundary } from 'react-error-boundary';
import { expect, test, vi } from 'vitest';
import { lazyPart } from './lazyPart.js';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

test('a part shows its fallback until its chunk is loaded, and stands there at once the next time', async () => {
  const load = vi.fn(() => Promise.resolve({ Greeting }));
  const Part = lazyPart(load, 'Greeting', <p>Loading</p>);
  const first = render(<Part name="Ann" />);
  expect(screen.getByText('Loading')).toBeDefined();
  expect(await screen.findByText('Hello Ann')).toBeDefined();
  first.unmount();

  render(<Part name="Bob" />);
  expect(screen.getByText('Hello Bob')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a part whose chunk cannot be loaded shows what it was given for that, and loads again when it is rendered anew', async () => {
  const load = vi.fn(() => Promise.resolve({ Greeting }));
  load.mockRejectedValueOnce(new Error('offline'));
  const Part = lazyPart(load, 'Greeting', null, <p>Failed</p>);
  const first = render(<Part name="Ann" />);
  expect(await screen.findByText('Failed')).toBeDefined();
  first.unmount();

  render(<Part name="Ann" />);
  expect(await screen.findByText('Hello Ann')).toBeDefined();
});

test('a part whose chunk cannot be loaded gives the error to the next error boundary', async () => {
  // React writes the error on the console, too.
  const onConsole = vi.spyOn(console, 'error').mockReturnValue();
  const Part = lazyPart<'Greeting', { name: string }>(() => Promise.reject(new Error('offline')), 'Greeting');
  render(
    <ErrorBoundary fallbackRender={({ error }) => <p>{String(error)}</p>}>
      <Part name="Ann" />
    </ErrorBoundary>,
  );
  expect(await screen.findByText('Error: offline')).toBeDefined();
  onConsole.mockRestore();
});
