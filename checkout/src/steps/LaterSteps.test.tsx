import { render, screen } from '@testing-library/react';
import { useReducer } from 'react';
import { expect, it } from 'vitest';
import { someOptions } from '../fixtures.js';
import { checkoutReducer, stateAt } from '../progress/checkoutState.js';
import { emptyProgress } from '../progress/progress.js';
import { laterParts } from './LaterSteps.js';

const { LaterSteps } = laterParts;

function Steps() {
  const [state, dispatch] = useReducer(
    checkoutReducer,
    stateAt(
      {
        ...emptyProgress,
        location: { country: 'usa', province: '', state: 'texas' },
        parts: [{ share: 0.5 }, { share: 0.5, days: 30 }],
      },
      'payment',
    ),
  );
  const result = { status: 'ready', options: someOptions() } as const;
  return (
    <LaterSteps
      state={state}
      result={result}
      reloadOptions={() => {}}
      dispatch={dispatch}
      goBack={() => {}}
    />
  );
}

it('says that the chosen parts are no longer offered, and not that the purchase is a repeated one', () => {
  render(<Steps />);
  expect(screen.getByRole('alert').textContent).toBe(
    '!The parts have changed. Please review your payment options.Everything you typed is still here.',
  );
});
