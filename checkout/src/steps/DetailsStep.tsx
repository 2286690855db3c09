import { type ChangeEvent, type Dispatch, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { CheckoutDetails, CheckoutOptions, TransferMethod } from '#domain/visitor/checkout';
import { lastFirstDay, type OfferedPart, partsOfTotal } from '#domain/visitor/parts-offer';
import { fillInstructions } from '#domain/payments/instructions';
import { quotedCurrency } from '#domain/platform/money';
import { filling } from '#domain/texts/en/filling';
import type { CheckoutAction, CheckoutState } from '../progress/checkoutState.js';
import { areInEnglish, instructionsFor, partsAt } from '../methods.js';
import { type KnownLocation, priceAt } from '../offer.js';
import { FailureAlert } from '../parts/FailureAlert.js';
import { TermsConsent } from '../parts/TermsConsent.js';
import { focusFirstInvalid, useFieldErrors } from '../useFieldErrors.js';
import { useSubmission } from '../submission/useSubmission.js';
import { type DetailsField, detailsFormRules, detailsGroups } from './detailsFields.js';
import { useTexts } from '../texts/language.js';
import { EmailField } from '../parts/EmailField.js';
import { Field } from '../parts/Field.js';
import { Instructions } from '../parts/Instructions.js';
import { PartsList } from '../parts/PartsList.js';
import { Total } from '../parts/Total.js';
import { isCardPurchase } from '../card/cardPurchase.js';
import type { Purchase } from '../progress/progress.js';
import { Alert } from '../parts/Alert.js';
import { Filled } from '../parts/Filled.js';

interface DetailsStepProps {
  location: KnownLocation;
  method: TransferMethod;
  state: CheckoutState;
  options: CheckoutOptions;
  dispatch: Dispatch<CheckoutAction>;
  reloadOptions: () => void;
  onBack: () => void;
}

/** Shows the payment instructions and asks for the customer's details; "Complete Purchase" makes the payment. */
export function DetailsStep({
  location,
  method,
  state,
  options,
  dispatch,
  reloadOptions,
  onBack,
}: DetailsStepProps) {
  const t = useTexts();
  const parts = state.parts && partsAt(options, location);
  const lastDay = parts && lastFirstDay(parts);
  const submit = useSubmission(state, dispatch, options, reloadOptions);
  const { details, submission, purchases } = state;
  const failure = submission.status === 'failed' ? submission.failure : undefined;
  const isSending = submission.status === 'sending';
  const formRef = useRef<HTMLFormElement>(null);
  const { terms } = options;
  const areTermsAccepted = !terms || state.acceptedTerms === terms.version;
  const [areTermsAsked, setTermsAsked] = useState(false);
  const termsError = areTermsAsked && !areTermsAccepted ? t.rules.termsNotAccepted : undefined;
  const { errorOf, onLeave, onEdit, validate, find, watch } = useFieldErrors<CheckoutDetails>({
    rules: detailsFormRules(location.country, method, t, lastDay),
    values: details,
    given: failure?.fields,
    formRef,
    onFound: (change_) => dispatch({ type: 'detailsChanged', change: change_ }),
  });

  const failedAt = failure?.message;
  useEffect(() => {
    if (!failedAt) return;
    formRef.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
    focusFirstInvalid(formRef.current);
  }, [failedAt]);

  function change(field: keyof CheckoutDetails, value: string) {
    onEdit(field);
    dispatch({ type: 'detailsChanged', change: { [field]: value } });
  }

  function send(isSecondMeant: boolean) {
    const website = new FormData(formRef.current!).get(trapField);
    void submit({ details: find(), website: typeof website === 'string' ? website : '', isSecondMeant });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    setTermsAsked(true);
    if (validate()) {
      if (areTermsAccepted) send(false);
      else requestAnimationFrame(() => focusFirstInvalid(formRef.current));
    }
  }

  return (
    <>
      <PurchaseNotice purchases={purchases} />
      <TransferInstructions
        location={location}
        method={method}
        options={options}
        parts={parts}
        name={details.fullName}
      />
      <form
        ref={formRef}
        className="panel"
        noValidate
        onSubmit={onSubmit}
        aria-label={t.yourDetails}
        {...watch}
      >
        {detailsGroups(location.country, method, t, lastDay).map(({ title, fields }) => (
          <CustomerFields
            key={title}
            title={title}
            fields={fields}
            values={details}
            errorOf={errorOf}
            onChange={change}
            onLeave={onLeave}
          />
        ))}
        {terms && (
          <TermsConsent
            terms={terms}
            isAccepted={areTermsAccepted}
            error={termsError ?? failure?.fields.acceptedTerms}
            onChange={(isAccepted) =>
              dispatch({ type: 'termsAccepted', version: isAccepted ? terms.version : undefined })
            }
          />
        )}
        <Honeypot />
        {failure && <FailureAlert failure={failure} />}
        <div className="actions">
          <button type="button" className="button button-back" onClick={onBack}>
            {t.backToOptions}
          </button>
          {/* Not `disabled`, which would take the focus away from the pressed button. */}
          <button type="submit" className="button button-primary" aria-disabled={isSending}>
            {isSending && <span className="spinner" aria-hidden="true" />}
            <span>{t.complete}</span>
          </button>
        </div>
        <p className="visually-hidden" role="status">
          {isSending && t.sending}
        </p>
      </form>
      {submission.status === 'confirming' && (
        <SecondPaymentDialog
          purchases={purchases}
          reference={submission.reference}
          onConfirm={() => send(true)}
          onCancel={() => dispatch({ type: 'confirmationDeclined' })}
        />
      )}
    </>
  );
}

interface CustomerFieldsProps {
  title: string;
  fields: DetailsField[];
  values: CheckoutDetails;
  errorOf: (field: keyof CheckoutDetails) => string | undefined;
  onChange: (field: keyof CheckoutDetails, value: string) => void;
  onLeave: (field: keyof CheckoutDetails) => void;
}

/** One group of the customer form. */
function CustomerFields({ title, fields, values, errorOf, onChange, onLeave }: CustomerFieldsProps) {
  const { invalidPhone, phoneExample } = useTexts().rules;
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className="fields">
        {fields.map(({ name, label, props }) => {
          const field = {
            required: true,
            ...props,
            label,
            name,
            value: values[name],
            error: errorOf(name),
            ...(errorOf(name) === invalidPhone && { advice: phoneExample }),
            onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(name, event.target.value),
            onBlur: () => onLeave(name),
          };
          return name === 'email' ? (
            <EmailField key={name} {...field} onMeant={(email) => onChange(name, email)} />
          ) : (
            <Field key={name} {...field} />
          );
        })}
      </div>
    </fieldset>
  );
}

interface TransferInstructionsProps {
  location: KnownLocation;
  method: TransferMethod;
  options: CheckoutOptions;
  /** The parts in which the visitor pays; undefined at once. */
  parts: readonly OfferedPart[] | undefined;
  /** The name typed so far. */
  name: string;
}

/** The account instructions and the amount. */
function TransferInstructions({ location, method, options, parts, name }: TransferInstructionsProps) {
  const t = useTexts();
  const { amount } = priceAt(options, location);
  const split = parts && partsOfTotal(amount, parts);
  const isEnglish = areInEnglish(options, location.country, method);
  const text = fillInstructions(
    instructionsFor(options, location.country, method),
    { amount: { value: split?.[0]?.amount ?? amount, currency: quotedCurrency }, name },
    isEnglish ? filling : t,
  );
  return (
    <section className="panel" aria-labelledby="transfer-instructions">
      <h2 id="transfer-instructions">{method === 'interac' ? t.transferInstructions : t.accountDetails}</h2>
      <p>{t.referenceLater}</p>
      <Instructions text={text} isEnglish={isEnglish} />
      <p className="total-line">
        <span>{t.paymentTotal}</span>
        <Total country={location.country} amount={amount} />
      </p>
      {split && <PartsList parts={split} />}
    </section>
  );
}

/** Says that the purchase is not complete yet, or that it repeats the completed ones. */
function PurchaseNotice({ purchases }: { purchases: Purchase[] }) {
  const t = useTexts();
  if (purchases.length === 0)
    return (
      <Alert tone="info">
        <strong>{t.notComplete}</strong> {t.notReserved}
      </Alert>
    );
  const paid = purchases.find(isCardPurchase);
  if (paid)
    return (
      <Alert tone="warning">
        <strong>{t.paidByCard}</strong>{' '}
        <Filled text={t.transferIsSecond} values={{ reference: paid.referenceNumber }} />
      </Alert>
    );
  return (
    <Alert tone="info">
      <strong>{t.completedAlready}</strong>{' '}
      <Filled
        text={t.sameDetails}
        values={{ references: purchases.map(({ referenceNumber }) => referenceNumber).join(', ') }}
      />
    </Alert>
  );
}

interface SecondPaymentDialogProps {
  /** The recorded payments. */
  purchases: Purchase[];
  /** The reference of a payment that another tab has made. */
  reference?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a transfer makes another payment beside the recorded ones. */
function SecondPaymentDialog({ purchases, reference, onConfirm, onCancel }: SecondPaymentDialogProps) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const paid = purchases.find(isCardPurchase);
  const own = purchases.map(({ referenceNumber }) => referenceNumber);
  const references = [...own, ...(reference ? [reference] : [])].join(', ');
  useEffect(() => {
    const opener = document.activeElement;
    if (!dialog.current?.open) dialog.current?.showModal();
    return () => {
      // Confirmed, it goes without being closed, which would return the focus.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={onCancel}
    >
      <h2 id={id}>{t.secondPayment}</h2>
      <p id={`${id}-text`}>
        {paid ? (
          <Filled text={t.secondAfterCard} values={{ reference: <strong>{paid.referenceNumber}</strong> }} />
        ) : (
          <Filled text={t.secondAfterChange} values={{ references: <strong>{references}</strong> }} />
        )}
      </p>
      <div className="actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {t.cancel}
        </button>
        <button type="button" className="button button-primary" onClick={onConfirm}>
          {t.makeSecond}
        </button>
      </div>
    </dialog>
  );
}

/** The name of a field that people neither see nor reach: only bots fill it in. */
const trapField = 'website';

/** A hidden field that bots fill in. */
function Honeypot() {
  const t = useTexts();
  return (
    <div className="machine-trap" aria-hidden="true">
      <label>
        {t.website}
        <input
          name={trapField}
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  );
}
