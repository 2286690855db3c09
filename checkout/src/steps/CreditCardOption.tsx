import { type Dispatch, useState } from 'react';
import { carriesCardKey, withCardKey } from '#domain/cards';
import { methodCardTitles } from '#domain/checkout';
import { newKey } from '#browser/newKey';
import { CardWaiting } from '../card/CardWaiting.js';
import type { CheckoutAction } from '../checkoutState.js';
import { Alert } from '../parts/Alert.js';
import { CardIcons } from '../parts/CardIcons.js';
import type { CardVisit } from '../progress.js';

interface CreditCardOptionProps {
  link: string;
  /** True where card payments arrive by themselves. */
  hasEvents: boolean;
  card: CardVisit | undefined;
  dispatch: Dispatch<CheckoutAction>;
}

/**
 * Opens the hosted card page in a new tab. A page cannot detect that the browser blocked the tab, so the address is
 * shown below after a click.
 */
export function CreditCardOption({ link, hasEvents, card, dispatch }: CreditCardOptionProps) {
  const [isOpened, setOpened] = useState(false);
  const [freshKey] = useState(newKey);
  const key = card?.key ?? freshKey;
  const isWatched = hasEvents && carriesCardKey(link);
  const address = isWatched ? withCardKey(link, key) : link;

  /** Starts to wait for the payment, also after one that did not go through. */
  function watch() {
    if (isWatched) dispatch({ type: 'cardChanged', change: { card: { key, openedAt: Date.now() } } });
  }

  function open() {
    setOpened(true);
    dispatch({ type: 'methodChosen', method: 'creditCard' });
    watch();
  }

  return (
    <li className="method">
      <div className="method-head">
        <h2>{methodCardTitles.creditCard}</h2>
        <CardIcons />
      </div>
      <p>Pay by card now, on our payment provider’s secure page. It opens in a new tab.</p>
      {/* The menu and the middle button of the mouse open the page too. */}
      <a
        className="button method-action"
        href={address}
        target="_blank"
        rel="noopener"
        onClick={open}
        onAuxClick={watch}
        onContextMenu={watch}
      >
        Pay by Credit Card
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path
            d="M9 2h5v5M14 2 7.5 8.5M12 9.5V14H2V4h4.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
          />
        </svg>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <div className="method-fallback" role="status">
        {card?.openedAt && <CardWaiting card={card} onCheckAgain={watch} />}
        {isOpened && (
          <Alert tone="info">
            No new tab? Your browser may have blocked it. Open the card payment page here:{' '}
            <a href={address} target="_blank" rel="noopener">
              {address}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          </Alert>
        )}
      </div>
    </li>
  );
}
