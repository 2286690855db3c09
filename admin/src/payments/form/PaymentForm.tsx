import { isCountry } from '#domain/places/countries';
import { places } from '#domain/places/places';
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import {
  Create,
  Edit,
  NumberInput,
  type RaRecord,
  SelectInput,
  SimpleForm,
  TextInput,
  useRecordContext,
  useRecordFromLocation,
  useReference,
  useSaveContext,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { cardProviderNames, contradictsCard } from '#domain/cards/cards';
import { formatDay } from '#domain/platform/dates';
import { defaultLanguage, type Language, languageNames, languages } from '#domain/platform/languages';
import { currencies, type Currency, currencyNames, formatNamedMoney } from '#domain/platform/money';
import { pages } from '#domain/platform/pages';
import { paymentMethods, type PaymentMethod } from '#domain/places/payment-methods';
import {
  formStatuses,
  paymentMethodName,
  paymentMethodNames,
  paymentRules,
  type PaymentStatus,
  statusNames,
} from '#domain/payments/payments';
import { asText } from '#domain/platform/rules';
import { typedNumber } from '#domain/platform/typed-amount';
import type { CustomerRecord, PaymentRecord } from '../../data/records.js';
import { Section } from '../../ui/common/Section.js';
import { FormBody } from '../../ui/forms/FormBody.js';
import { FormGrid, FormToolbar, sentFields, useSavedNotice } from '../../ui/forms/RecordForm.js';
import { SafeConfirm } from '../../ui/forms/FormDialog.js';
import { useLeadOn } from '../../ui/page/useLeadOn.js';
import { cardEventPath, paymentPath, transactionsPath } from '../../ui/paths.js';
import { PaymentCustomerInput } from './PaymentCustomerInput.js';
import { useMatchNewPayment } from './useMatchNewPayment.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

const takesInterac = (country: string): boolean =>
  isCountry(country) && places[country].methods.includes('interac');

/** The methods that the payment form offers for a customer: Interac in Canada, wires elsewhere; all without a country. */
const paymentMethodsFor = (country: string | null | undefined): readonly PaymentMethod[] =>
  country
    ? paymentMethods.filter((method) => method !== (takesInterac(country) ? 'wireTransfer' : 'interac'))
    : paymentMethods;

interface AmountInputProps {
  source: string;
  /** The name of the field with the currency. */
  currencySource: string;
  /** The rule of the number. */
  validate: (value: unknown, form: Record<string, unknown>) => string | undefined;
}

/**
 * Returns a listener for a field of numbers, and the reason why its number is not what was typed: a browser leaves out
 * characters that its language does not have in numbers, as the comma of "2256,61" in English.
 */
function useTypedNumber() {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement | null>(null);
  const typed = useRef('');
  const listen = useCallback((element: HTMLInputElement | null) => {
    input.current = element;
    if (!element) return;
    const whole = new AbortController();
    element.addEventListener(
      'beforeinput',
      ({ data }) => (typed.current = data === null ? '' : typed.current + data),
      whole,
    );
    element.addEventListener(
      'input',
      () => {
        // A number that was changed in its middle is what the field shows.
        if (!isNumberOf(typed.current, element.value)) typed.current = element.value;
      },
      whole,
    );
    return () => whole.abort();
  }, []);
  const faultOf = () => {
    const { value = '', validity } = input.current ?? {};
    const label = textsOf(translate, 'resources.payments.form', { typed: typed.current, number: value });
    if (validity?.badInput) return label('noNumber');
    const isAnother =
      value !== '' &&
      /[^\d.]/.test(typed.current) &&
      ![Number(typed.current), typedNumber(typed.current).value].includes(Number(value));
    return isAnother ? label('otherNumber') : undefined;
  };
  return { listen, faultOf };
}

/** True where a field may have made this value of what was typed: all of it, or without what is no part of a number. */
const isNumberOf = (typed: string, value: string): boolean =>
  [typedNumber(typed).value, Number(typed.replace(/[^\d.-]/g, ''))].includes(Number(value));

/**
 * A field of a form for an amount: a field of numbers, as specified. It says which amount it has understood, refuses one
 * that is not what was typed, and gives up the focus to the mouse wheel, which would change the number otherwise.
 */
export function AmountInput({ source, currencySource, validate }: AmountInputProps) {
  const [value, currency] = useWatch({ name: [source, currencySource] }) as [unknown, Currency | undefined];
  const { listen, faultOf } = useTypedNumber();
  return (
    <NumberInput
      source={source}
      min={0}
      step={0.01}
      isRequired
      slotProps={{
        htmlInput: {
          ref: listen,
          inputMode: 'decimal',
          autoComplete: 'off',
          onWheel: (event: { currentTarget: HTMLElement }) => event.currentTarget.blur(),
        },
      }}
      validate={(number: unknown, form: Record<string, unknown>) => faultOf() ?? validate(number, form)}
      helperText={typeof value === 'number' && currency ? formatNamedMoney(value, currency) : false}
    />
  );
}

/** The payment method: one of the customer's country, or the record's own; another customer's is cleared. */
function PaymentMethodInput() {
  const recorded = useRecordContext<PaymentRecord>()?.paymentMethod;
  const { setValue } = useFormContext();
  const customerId = useWatch<{ customerId?: string }, 'customerId'>({ name: 'customerId' });
  const chosen = useWatch<{ paymentMethod?: string }, 'paymentMethod'>({ name: 'paymentMethod' });
  const { referenceRecord: customer } = useReference<CustomerRecord>({
    reference: 'customers',
    id: customerId ?? '',
    options: { enabled: Boolean(customerId) },
  });
  const country = customerId ? customer?.country : undefined;
  const methods = [...new Set([...paymentMethodsFor(country), ...(recorded ? [recorded] : [])])];
  const isOffered = !chosen || methods.some((method) => method === chosen);

  useEffect(() => {
    if (!isOffered) setValue('paymentMethod', '', { shouldDirty: true });
  }, [isOffered, setValue]);

  return (
    <SelectInput
      source="paymentMethod"
      choices={methods.map((id) => ({ id, name: paymentMethodNames[id] }))}
      validate={paymentRules.paymentMethod}
      isRequired
    />
  );
}

/**
 * The payment form: for a new payment, or for the one of the address, `/admin/payments/new?id={id}`; with
 * `?cardEvent={id}` it leads back to the event that has no payment yet, with `?transaction={id}` to the bank's.
 */
export function PaymentFormPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get('id');
  const cardEvent = parameters.get('cardEvent');
  const back = cardEvent ? cardEventPath(cardEvent) : undefined;
  const transaction = parameters.get('transaction');
  if (transaction) return <PaymentOfTransactionCreate transactionId={transaction} />;
  return id ? <PaymentEdit key={id} id={id} /> : <PaymentCreate back={back} />;
}

const currencyChoices = currencies.map((id) => ({ id, name: currencyNames[id] }));
const languageChoices = languages.map((id) => ({ id, name: languageNames[id] }));

/** Formats a field for comparing two versions. */
function show(field: string, record: RaRecord): string {
  const text = asText(record[field]);
  if (field === 'paymentMethod') return text && paymentMethodName(text);
  if (field === 'status') return statusNames[text as PaymentStatus] ?? text;
  if (field === 'language') return languageNames[text as Language] ?? text;
  return field === 'transferDate' ? formatDay(text) : text;
}

const notInForm = new Set(['paymentType', 'transactionId']);
const transform = sentFields(Object.keys(paymentRules).filter((field) => !notInForm.has(field)));

const Body = (props: ComponentProps<typeof FormBody>) => <FormBody {...props} show={show} />;

/** The form of a payment, new or not; Cancel leads to a page. */
function PaymentForm({ cancel }: { cancel: string }) {
  const translate = useTranslate();
  const label = textsOf(translate, 'resources.payments.form');
  const payment = useRecordContext<PaymentRecord>();
  const { save } = useSaveContext();
  const [parameters] = useSearchParams();
  const [answer, setAnswer] = useState<(isMeant: boolean) => void>();
  // React-admin's own parameter (`source`) would count as typed, so that leaving the form would be asked about.
  const defaults = useRecordFromLocation({ searchSource: 'defaults', stateSource: 'defaults' });
  const recorded = payment?.status;
  const statuses = [...new Set<PaymentStatus>([...formStatuses, ...(recorded ? [recorded] : [])])];

  /** True where the card provider says otherwise: the money is its record, not this one's. */
  const isOtherwise = (values: Record<string, unknown>) => {
    if (!payment?.card) return false;
    const isChanged = (['amount', 'currency', 'paymentMethod'] as const).some(
      (field) => String(values[field]) !== String(payment[field]),
    );
    const status = values.status as PaymentStatus;
    return isChanged || (status !== recorded && contradictsCard(payment, status));
  };
  const ask = () => new Promise<boolean>((resolve) => setAnswer(() => resolve));
  const close = (isMeant: boolean) => {
    answer?.(isMeant);
    setAnswer(undefined);
  };

  const submit = async (values: Record<string, unknown>) => {
    if (isOtherwise(values) && !(await ask())) return undefined;
    return (await save?.(values)) as Record<string, string> | undefined;
  };

  return (
    <>
      <SimpleForm
        component={Body}
        sx={{ '&&': { p: 0 } }}
        spacing={3}
        toolbar={<FormToolbar cancel={cancel} />}
        defaultValues={{ status: 'pending', currency: 'THB', language: defaultLanguage, ...defaults }}
        onSubmit={submit}
      >
        <Section title={label('payment')}>
          <FormGrid>
            <PaymentCustomerInput
              payer={parameters.get('payer') ?? ''}
              text={parameters.get('text') ?? ''}
              keepsCurrency={parameters.has('transaction')}
            />
            <PaymentMethodInput />
            <SelectInput
              source="status"
              choices={statuses.map((id) => ({ id, name: statusNames[id] }))}
              validate={paymentRules.status}
              isRequired
            />
            <AmountInput source="amount" currencySource="currency" validate={paymentRules.amount} />
            <SelectInput
              source="currency"
              choices={currencyChoices}
              validate={paymentRules.currency}
              isRequired
            />
            <SelectInput
              source="language"
              choices={languageChoices}
              validate={paymentRules.language}
              helperText={label('languageHint')}
              isRequired
            />
          </FormGrid>
        </Section>
        <Section title={label('transfer')}>
          <FormGrid>
            <TextInput
              source="transferDate"
              type="date"
              validate={paymentRules.transferDate}
              // The API returns a day as its midnight in UTC; the field takes YYYY-MM-DD.
              format={(day: string | null | undefined) => day?.slice(0, 10) ?? ''}
              slotProps={{ inputLabel: { shrink: true } }}
            />
            <TextInput
              source="referenceNumber"
              validate={paymentRules.referenceNumber}
              helperText={label(payment ? 'referenceEditHint' : 'referenceHint')}
              // Above the field a phone has room for all of it.
              slotProps={{ inputLabel: { shrink: true } }}
            />
            <TextInput source="transferReference" validate={paymentRules.transferReference} data-wide />
            <TextInput source="notes" validate={paymentRules.notes} multiline minRows={3} data-wide />
          </FormGrid>
        </Section>
      </SimpleForm>
      {answer && (
        <SafeConfirm
          title={translate('resources.payments.card.edit.title')}
          content={translate('resources.payments.card.edit.text', {
            provider: payment?.card && cardProviderNames[payment.card.provider],
          })}
          confirm="ra.action.save"
          onConfirm={() => close(true)}
          onClose={() => close(false)}
        />
      )}
    </>
  );
}

/** Adds a payment; Cancel and Save lead to `back`. */
function PaymentCreate({ back = pages.payments }: { back?: string | undefined }) {
  const onSuccess = useSavedNotice('created', () => back);
  return (
    <Create component="div" transform={transform} mutationOptions={{ onSuccess }}>
      <PaymentForm cancel={back} />
    </Create>
  );
}

/** Adds a payment that a bank transaction brought, and matches the two; Cancel and Save lead back to the transaction. */
function PaymentOfTransactionCreate({ transactionId }: { transactionId: string }) {
  const leadOn = useLeadOn();
  const match = useMatchNewPayment(transactionId);
  const back = transactionsPath({ state: 'review' }, transactionId);
  return (
    <Create
      component="div"
      transform={transform}
      mutationOptions={{
        onSuccess: (payment: PaymentRecord) => {
          match(payment);
          leadOn(back);
        },
      }}
    >
      <PaymentForm cancel={back} />
    </Create>
  );
}

/** Changes a payment. */
function PaymentEdit({ id }: { id: string }) {
  const onSuccess = useSavedNotice('updated', () => paymentPath(id));
  return (
    <Edit id={id} component="div" actions={false} transform={transform} mutationOptions={{ onSuccess }}>
      <PaymentForm cancel={paymentPath(id)} />
    </Edit>
  );
}
