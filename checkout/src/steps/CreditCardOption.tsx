import { type Dispatch, useEffect, useId, useRef, useState } from 'react';
import { carriesCardKey, withCardKey } from '#domain/cards/cards';
import type { Terms } from '#domain/payments/terms';
import { newKey } from '#browser/newKey';
import { CardWaiting } from '../card/CardWaiting.js';
import type { CheckoutAction } from '../progress/checkoutState.js';
import { Alert } from '../parts/Alert.js';
import { CardIcons } from '../parts/CardIcons.js';
import { TermsDialog } from '../parts/TermsDialog.js';
import type { CardVisit } from '../progress/progress.js';
import { useLanguage, useTexts } from '../texts/language.js';
import { CardLink } from './CardLink.js';
import { CardLinkLabel } from './CardLinkLabel.js';

interface CreditCardOptionProps {
  link: string;
  isPreferred: boolean;
  /** True where card payments arrive by themselves. */
  hasEvents: boolean;
  /** True where parts are chosen, in which a card does not pay. */
  areInParts: boolean;
  card: CardVisit | undefined;
  terms: Terms | undefined;
  /** The version of the terms that the visitor has accepted. */
  acceptedTerms: string | undefined;
  dispatch: Dispatch<CheckoutAction>;
}

/**
 * Opens the hosted card page in a new tab, once the terms are accepted where there are any. A page cannot detect that the
 * browser blocked the tab, so the address is shown below after a click, until the tab hides this page.
 */
export function CreditCardOption({
  link,
  isPreferred,
  hasEvents,
  areInParts,
  card,
  terms,
  acceptedTerms,
  dispatch,
}: CreditCardOptionProps) {
  const t = useTexts();
  const language = useLanguage();
  const [isOpened, setOpened] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const textId = useId();
  const [freshKey] = useState(newKey);
  const linkRef = useRef<HTMLAnchorElement>(null);
  const key = card?.key ?? freshKey;
  const isWatched = hasEvents && carriesCardKey(link);
  const address = isWatched ? withCardKey(link, key, language, terms?.version) : link;
  const isAccepted = !terms || acceptedTerms === terms.version;

  // The link of the dialog goes away with it, and so does the button that has opened it.
  const wasAsked = useRef(false);
  useEffect(() => {
    if (wasAsked.current && isAccepted) linkRef.current?.focus();
  }, [isAccepted]);

  // The tab that has opened lies over this page: its address is of no more use.
  useEffect(() => {
    if (!isOpened) return;
    const onHidden = () => {
      if (document.visibilityState === 'hidden') setOpened(false);
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, [isOpened]);

  function ask() {
    wasAsked.current = true;
    setAsking(true);
  }

  function accept() {
    setAsking(false);
    dispatch({ type: 'termsAccepted', version: terms?.version });
  }

  /** Starts to wait for the payment, also after one that did not go through. */
  function watch() {
    if (isWatched) dispatch({ type: 'cardChanged', change: { card: { key, openedAt: Date.now() } } });
  }

  function open() {
    setOpened(true);
    dispatch({ type: 'methodChosen', method: 'creditCard' });
    watch();
  }

  const action = `button method-action ${isPreferred ? 'button-primary' : ''}`;
  const after = (act: () => void) => () => {
    accept();
    act();
  };
  return (
    <li className={isPreferred ? 'method method-preferred' : 'method'}>
      <div className="method-head">
        <h2>{t.methodCards.creditCard}</h2>
        <CardIcons />
        {isPreferred && <span className="chip">{t.preferred}</span>}
      </div>
      <p id={textId}>{areInParts ? t.cardWhole : t.cardText}</p>
      {areInParts ? (
        <button type="button" className={action} disabled aria-describedby={textId}>
          <CardLinkLabel />
        </button>
      ) : isAccepted ? (
        <CardLink className={action} address={address} linkRef={linkRef} onOpen={open} onMayOpen={watch} />
      ) : (
        <button type="button" className={action} onClick={ask}>
          <CardLinkLabel />
        </button>
      )}
      {terms && isAsking && !isAccepted && (
        <TermsDialog terms={terms} onCancel={() => setAsking(false)}>
          <CardLink
            className="button button-primary"
            address={address}
            onOpen={after(open)}
            onMayOpen={after(watch)}
          />
        </TermsDialog>
      )}
      {/* Another element for another language, which is not told again. */}
      <div key={language} className="method-fallback" role="status">
        {card?.openedAt && <CardWaiting card={card} onCheckAgain={watch} />}
        {isOpened && (
          <Alert tone="info">
            {t.noNewTab}{' '}
            <a href={address} target="_blank" rel="noopener">
              {address}
              <span className="visually-hidden">{t.opensNewTab}</span>
            </a>
          </Alert>
        )}
      </div>
    </li>
  );
}
