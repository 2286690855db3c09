import type { ComponentProps } from 'react';
import {
  Create,
  Edit,
  type RaRecord,
  SelectInput,
  SimpleForm,
  TextInput,
  useRecordContext,
  useRecordFromLocation,
  useSaveContext,
  useTranslate,
} from 'react-admin';
import { cardProviderNames, contradictsCard } from '#domain/cards';
import { formatDay } from '#domain/dates';
import { currencies, currencyNames } from '#domain/money';
import {
  formStatuses,
  paymentMethodName,
  paymentRules,
  type PaymentStatus,
  statusNames,
} from '#domain/payments';
import { pages } from '#domain/pages';
import { asText } from '#domain/rules';
import { useAsk } from '../../ui/common/useAsk.js';
import { Section } from '../../ui/common/Section.js';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { AmountInput } from '../../ui/forms/AmountInput.js';
import { FormGrid } from '../../ui/forms/FormGrid.js';
import { FormBody } from '../../ui/forms/FormBody.js';
import { FormToolbar } from '../../ui/forms/FormToolbar.js';
import { sentFields } from '../../ui/forms/sentFields.js';
import { useSavedNotice } from '../../ui/forms/useSavedNotice.js';
import { paymentPath } from '../../ui/paths.js';
import { PaymentCustomerInput } from './PaymentCustomerInput.js';
import { PaymentMethodInput } from './PaymentMethodInput.js';

const currencyChoices = currencies.map((id) => ({ id, name: currencyNames[id] }));

/** Formats a field for comparing two versions. */
function show(field: string, record: RaRecord): string {
  const text = asText(record[field]);
  if (field === 'paymentMethod') return text && paymentMethodName(text);
  if (field === 'status') return statusNames[text as PaymentStatus] ?? text;
  return field === 'transferDate' ? formatDay(text) : text;
}

const notInForm = new Set(['paymentType', 'transactionId']);
const transform = sentFields(Object.keys(paymentRules).filter((field) => !notInForm.has(field)));

const Body = (props: ComponentProps<typeof FormBody>) => <FormBody {...props} show={show} />;

/** The form of a payment, new or not; Cancel leads to a page. */
function PaymentForm({ cancel }: { cancel: string }) {
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.payments.form.${name}`);
  const payment = useRecordContext<PaymentRecord>();
  const { save } = useSaveContext();
  const { ask, dialog } = useAsk();
  // React-admin's own parameter (`source`) would count as typed, so that leaving the form would be asked about.
  const defaults = useRecordFromLocation({ searchSource: 'defaults', stateSource: 'defaults' });
  const recorded = payment?.status;
  const statuses = [...new Set<PaymentStatus>([...formStatuses, ...(recorded ? [recorded] : [])])];

  /** Asks where the card provider says otherwise: the money is its record, not this one's. */
  const question = (values: Record<string, unknown>) => {
    const { card } = payment ?? {};
    if (!card || !payment) return undefined;
    const isChanged = (['amount', 'currency', 'paymentMethod'] as const).some(
      (field) => String(values[field]) !== String(payment[field]),
    );
    const status = values.status as PaymentStatus;
    if (!isChanged && (status === recorded || !contradictsCard(payment, status))) return undefined;
    const provider = cardProviderNames[card.provider];
    return {
      title: translate('resources.payments.card.edit.title'),
      text: translate('resources.payments.card.edit.text', { provider }),
      confirm: translate('admin.form.save'),
    };
  };

  const submit = async (values: Record<string, unknown>) => {
    const asked = question(values);
    if (asked && !(await ask(asked))) return undefined;
    return (await save?.(values)) as Record<string, string> | undefined;
  };

  return (
    <>
      <SimpleForm
        component={Body}
        sx={{ '&&': { p: 0 } }}
        spacing={3}
        toolbar={<FormToolbar cancel={cancel} />}
        defaultValues={{ status: 'pending', currency: 'THB', ...defaults }}
        onSubmit={submit}
      >
        <Section title={label('payment')}>
          <FormGrid>
            <PaymentCustomerInput />
            <PaymentMethodInput />
            <SelectInput
              source="status"
              choices={statuses.map((id) => ({ id, name: statusNames[id] }))}
              translateChoice={false}
              validate={paymentRules.status}
              isRequired
            />
            <AmountInput source="amount" currencySource="currency" validate={paymentRules.amount} />
            <SelectInput
              source="currency"
              choices={currencyChoices}
              translateChoice={false}
              validate={paymentRules.currency}
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
            />
            <TextInput source="transferReference" validate={paymentRules.transferReference} data-wide />
            <TextInput source="notes" validate={paymentRules.notes} multiline minRows={3} data-wide />
          </FormGrid>
        </Section>
      </SimpleForm>
      {dialog}
    </>
  );
}

interface PaymentPageProps {
  /** The page that Cancel and Save lead to, where it is none of the payment's. */
  back?: string | undefined;
}

/** Adds a payment. */
export function PaymentCreate({ back = pages.payments }: PaymentPageProps) {
  const onSuccess = useSavedNotice('created', () => back);
  return (
    <Create component="div" transform={transform} mutationOptions={{ onSuccess }}>
      <PaymentForm cancel={back} />
    </Create>
  );
}

/** Changes a payment. */
export function PaymentEdit({ id }: { id: string }) {
  const onSuccess = useSavedNotice('updated', () => paymentPath(id));
  return (
    <Edit id={id} component="div" actions={false} transform={transform} mutationOptions={{ onSuccess }}>
      <PaymentForm cancel={paymentPath(id)} />
    </Edit>
  );
}
