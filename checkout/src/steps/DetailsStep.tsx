import { type Dispatch, type FormEvent, useEffect, useRef, useState } from 'react';
import { type CheckoutDetails, type CheckoutOptions, type TransferMethod } from '#domain/visitor/checkout';
import { lastFirstDay } from '#domain/visitor/parts-offer';
import type { CheckoutAction, CheckoutState } from '../progress/checkoutState.js';
import { partsAt } from '../methods.js';
import type { KnownLocation } from '../offer.js';
import { FailureAlert } from '../parts/FailureAlert.js';
import { Honeypot, trapField } from '../parts/Honeypot.js';
import { PurchaseNotice } from '../purchase/PurchaseNotice.js';
import { SecondPaymentDialog } from '../purchase/SecondPaymentDialog.js';
import { TermsConsent } from '../parts/TermsConsent.js';
import { focusFirstInvalid, useFieldErrors } from '../useFieldErrors.js';
import { useSubmission } from '../submission/useSubmission.js';
import { CustomerFields } from './CustomerFields.js';
import { detailsFormRules, detailsGroups } from './detailsFields.js';
import { TransferInstructions } from './TransferInstructions.js';
import { useTexts } from '../texts/language.js';

interface DetailsStepProps {
  location: KnownLocation;
  method: TransferMethod;
  state: CheckoutState;
  options: CheckoutOptions;
  dispatch: Dispatch<CheckoutAction>;
  onOfferChanged: () => void;
  onBack: () => void;
}

/** Shows the payment instructions and asks for the customer's details; "Complete Purchase" makes the payment. */
export function DetailsStep({
  location,
  method,
  state,
  options,
  dispatch,
  onOfferChanged,
  onBack,
}: DetailsStepProps) {
  const t = useTexts();
  const parts = state.parts && partsAt(options, location);
  const lastDay = parts && lastFirstDay(parts);
  const submit = useSubmission(state, dispatch, options, onOfferChanged);
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
