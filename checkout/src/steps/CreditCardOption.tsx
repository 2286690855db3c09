import { type Dispatch, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { carriesCardKey, withCardKey } from '#domain/cards/cards';
import type { Terms } from '#domain/payments/terms';
import { newKey } from '#browser/newKey';
import type { CheckoutAction } from '../progress/checkoutState.js';
import { Alert } from '../parts/Alert.js';
import type { CardVisit } from '../progress/progress.js';
import { useLanguage, useTexts } from '../texts/language.js';
import { TermsConsent } from '../parts/TermsConsent.js';

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

/** Says that the reference of the card payment appears here, or that it could not be looked for. */
function CardWaiting({ card, onCheckAgain }: { card: CardVisit; onCheckAgain: () => void }) {
  const t = useTexts();
  return (
    <div className="card-waiting">
      {card.trouble ? (
        <Alert tone="warning">
          <span>{t.cardTroubles[card.trouble]}</span>{' '}
          <button type="button" className="button-text" onClick={onCheckAgain}>
            {t.checkAgain}
          </button>
        </Alert>
      ) : (
        <Alert tone="info">{t.cardAwaited}</Alert>
      )}
    </div>
  );
}

interface CardLinkProps {
  className: string;
  address: string;
  linkRef?: Ref<HTMLAnchorElement>;
  onOpen: () => void;
  onMayOpen: () => void;
}

/** The link to the hosted card page, which the menu and the middle button of the mouse open too. */
function CardLink({ className, address, linkRef, onOpen, onMayOpen }: CardLinkProps) {
  return (
    <a
      ref={linkRef}
      className={className}
      href={address}
      target="_blank"
      rel="noopener"
      onClick={onOpen}
      onAuxClick={onMayOpen}
      onContextMenu={onMayOpen}
    >
      <CardLinkLabel />
    </a>
  );
}

/** The credit cards that the hosted page takes. */
function CardIcons() {
  return (
    <span className="card-icons">
      <svg viewBox="0 0 48 32" role="img" aria-label="Visa">
        <rect className="card-plate" x=".5" y=".5" width="47" height="31" rx="4.5" />
        <path fill="#1a3f9c" d="M12.6 11h3l1.2 6.6L20 11h3.1l-5 10.4h-3zM23.6 11h2.8l-1.9 10.4h-2.8z" />
        <path
          fill="#1a3f9c"
          d="M33.6 13.6c-2-.9-4-.6-4 .4 0 1.3 3.8 1.3 3.6 4.2-.2 3-4 3.8-7 2.6l.5-2.2c1.8.9 3.7.8 3.7-.3 0-1.3-3.7-1.4-3.5-4.2.2-2.8 4-3.9 7.2-2.7zM39.4 11h2.3l2 10.4h-2.7l-.3-1.7h-3.1l-.9 1.7h-3zm.7 3.4-1.5 3.2h2z"
        />
      </svg>
      <svg viewBox="0 0 48 32" role="img" aria-label="Mastercard">
        <rect className="card-plate" x=".5" y=".5" width="47" height="31" rx="4.5" />
        <circle cx="19.5" cy="16" r="8.5" fill="#e01f2d" />
        <circle cx="28.5" cy="16" r="8.5" fill="#f5a11c" />
        <path fill="#f2602a" d="M24 8.8a8.5 8.5 0 0 1 0 14.4 8.5 8.5 0 0 1 0-14.4z" />
      </svg>
      <svg viewBox="0 0 48 32" role="img" aria-label="American Express">
        <rect width="48" height="32" rx="5" fill="#1f6fc4" />
        <path
          fill="none"
          stroke="#fff"
          strokeWidth="1.8"
          d="M5 20.5 8.5 11.5 12 20.5M6.3 17.8h4.4M15 20.5v-9l3.8 6 3.8-6v9M32 11.5h-5.5v9H32M26.5 16h5M35 11.5l7 9M42 11.5l-7 9"
        />
      </svg>
    </span>
  );
}

interface TermsDialogProps {
  terms: Terms;
  /** The link that is opened once the terms are accepted. */
  children: ReactNode;
  onCancel: () => void;
}

/** Asks to accept the terms before the card page opens. */
function TermsDialog({ terms, children, onCancel }: TermsDialogProps) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isAccepted, setAccepted] = useState(false);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  function refuse() {
    setMissing(true);
    dialog.current?.querySelector<HTMLElement>('input')?.focus();
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onCancel}>
      <h2 id={id}>{t.beforeCard}</h2>
      <TermsConsent
        terms={terms}
        isAccepted={isAccepted}
        error={isMissing && !isAccepted ? t.rules.termsNotAccepted : undefined}
        onChange={setAccepted}
      />
      <div className="actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {t.cancel}
        </button>
        {isAccepted ? (
          children
        ) : (
          <button type="button" className="button button-primary" onClick={refuse}>
            {t.payByCard}
          </button>
        )}
      </div>
    </dialog>
  );
}

/** The words of the button that opens the hosted card page. */
function CardLinkLabel() {
  const t = useTexts();
  return (
    <>
      {t.payByCard}
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path
          d="M9 2h5v5M14 2 7.5 8.5M12 9.5V14H2V4h4.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        />
      </svg>
      <span className="visually-hidden">{t.opensNewTab}</span>
    </>
  );
}
