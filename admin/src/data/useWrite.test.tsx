import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInOffice } from '../app/testing.js';
import { useWrite } from './useCall.js';

/** A write whose answers the test gives. */
function showButtons(about?: (id: string) => string) {
  const answers: (() => void)[] = [];
  const write = vi.fn((id: string) => new Promise<string>((resolve) => answers.push(() => resolve(id))));
  function Buttons() {
    const { mutate } = useWrite({ mutationKey: ['test', 'write'], mutationFn: write, about });
    return ['a', 'b'].map((id) => (
      <button key={id} onClick={() => mutate(id)}>
        {id}
      </button>
    ));
  }
  renderInOffice(<Buttons />);
  return { write, answer: () => act(async () => answers.shift()?.()) };
}

const button = (name: string) => screen.getByRole('button', { name });

/** Two clicks that come before React renders the first one's result. */
const doubleClick = (name: string) =>
  act(async () => {
    button(name).click();
    button(name).click();
  });

it('sends a write once that is called twice before the next paint', async () => {
  const { write } = showButtons();

  await doubleClick('a');

  expect(write).toHaveBeenCalledTimes(1);
});

it('sends a write again once the earlier one is answered', async () => {
  const { write, answer } = showButtons();
  await doubleClick('a');

  await answer();
  await act(async () => fireEvent.click(button('a')));

  expect(write).toHaveBeenCalledTimes(2);
});

it('sends writes about different things at once, and each of them once', async () => {
  const { write } = showButtons((id) => id);

  await doubleClick('a');
  await doubleClick('b');

  expect(write.mock.calls.map(([id]) => id)).toEqual(['a', 'b']);
});
