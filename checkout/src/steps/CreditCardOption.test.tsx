import { fireEvent, render, screen } from '@testing-library/react';
import { useReducer } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkoutReducer, stateAt } from '../progress/checkoutState.js';
import { emptyProgress } from '../progress/progress.js';
import { CreditCardOption } from './CreditCardOption.js';

const key = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const terms = { version: '0123456789ab', en: 'No refunds after May 1.' };

function Option({
  link,
  isAsked,
  areInParts = false,
}: {
  link: string;
  isAsked: boolean;
  areInParts?: boolean;
}) {
  const [state, dispatch] = useReducer(checkoutReducer, {
    ...stateAt(emptyProgress, 'payment'),
    card: { key },
  });
  return (
    <ul>
      <CreditCardOption
        link={link}
        isPreferred={false}
        hasEvents
        areInParts={areInParts}
        card={state.card}
        terms={isAsked ? terms : undefined}
        acceptedTerms={state.acceptedTerms}
        dispatch={dispatch}
      />
    </ul>
  );
}

const name = /^Pay by Credit Card/;
const link = () => screen.queryByRole('link', { name });
const stripe = 'https://buy.stripe.com/test_1';

/** Jsdom opens no dialogs. */
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
describe('the card option', () => {
  it('cannot be used where parts are chosen, and says why', () => {
    render(<Option link={stripe} isAsked areInParts />);
    expect(link()).toBeNull();
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    expect(button.disabled).toBe(true);
    expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toBe(
      'By card the whole is paid at once.',
    );
  });

  it('is a link that carries the key where nothing has to be accepted', () => {
    render(<Option link={stripe} isAsked={false} />);
    expect(link()?.getAttribute('href')).toBe(`${stripe}?client_reference_id=${key}&locale=en`);
  });

  it.each([
    [stripe, `${stripe}?client_reference_id=${key}_${terms.version}&locale=en`],
    ['https://pay.example.com/{key}', `https://pay.example.com/${key}_${terms.version}`],
  ])('asks for the terms first, which %s then carries', (address, expected) => {
    render(<Option link={address} isAsked />);
    expect(link()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name }));
    expect(screen.getByText(terms.en)).toBeTruthy();
    const [, confirm] = screen.getAllByRole('button', { name });
    fireEvent.click(confirm!);
    expect(screen.getByText('Please accept the terms')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('checkbox'));
    fireEvent.click(screen.getByRole('checkbox', { name: 'I have read and accept the terms' }));
    expect(screen.queryByText('Please accept the terms')).toBeNull();
    expect(link()?.getAttribute('href')).toBe(expected);
    fireEvent.click(link()!);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(link());
    expect(link()?.getAttribute('href')).toBe(expected);
  });

  it('shows its address after a click until the new tab hides the page', () => {
    render(<Option link={stripe} isAsked={false} />);
    fireEvent.click(link()!);
    screen.getByText(/No new tab/);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    expect(screen.queryByText(/No new tab/)).toBeNull();
    vi.restoreAllMocks();
  });

  it('asks again after it was cancelled', () => {
    render(<Option link={stripe} isAsked />);
    fireEvent.click(screen.getByRole('button', { name }));
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name }));
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  });
});
