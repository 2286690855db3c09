import { useState } from 'react';
import { methodCardTitles } from '#domain/checkout';
import { Alert } from '../parts/Alert.js';
import { CardIcons } from '../parts/CardIcons.js';

interface CreditCardOptionProps {
  link: string;
  onOpen: () => void;
}

/**
 * Opens the hosted card page in a new tab. A page cannot detect that the browser blocked the tab, so the address is
 * shown below after a click.
 */
export function CreditCardOption({ link, onOpen }: CreditCardOptionProps) {
  const [isOpened, setOpened] = useState(false);

  function open() {
    setOpened(true);
    onOpen();
  }

  return (
    <li className="method">
      <div className="method-head">
        <h2>{methodCardTitles.creditCard}</h2>
        <CardIcons />
      </div>
      <p>Pay by card now, on our payment provider’s secure page. It opens in a new tab.</p>
      <a className="button method-action" href={link} target="_blank" rel="noopener" onClick={open}>
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
        {isOpened && (
          <Alert tone="info">
            No new tab? Your browser may have blocked it. Open the card payment page here:{' '}
            <a href={link} target="_blank" rel="noopener">
              {link}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          </Alert>
        )}
      </div>
    </li>
  );
}
