import { Alert, Link } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type FocusEvent, type ReactElement, useState } from 'react';
import {
  Create,
  CreateBase,
  Edit,
  type RaRecord,
  SelectInput,
  SimpleForm,
  TextInput,
  type TextInputProps,
  useGetList,
  useRecordContext,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useParams } from 'react-router';
import {
  type CustomerField,
  customerFields,
  type CustomerInput,
  customerRules,
  emailKey,
  officeFields,
  type VisitorField,
} from '#domain/customers/customers';
import { isEmail } from '#domain/customers/person-fields';
import { countries, isCountry, regionFieldOf } from '#domain/places/countries';
import { countryNames, findRegion, formRegionsOf, locationName, regionName } from '#domain/places/locations';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import { asText } from '#domain/platform/rules';
import { newKey } from '#browser/newKey';
import { recordKey } from '../data/recordCache.js';
import type { CustomerRecord } from '../data/records.js';
import { useResendNotice } from '../mail/ResendNotice.js';
import { ErrorAlert, Section } from '../ui/common/Section.js';
import { TextLink } from '../ui/common/fields.js';
import { TitledDialog } from '../ui/common/TitledDialog.js';
import { FormBody } from '../ui/forms/FormBody.js';
import { useMeantEmail } from '../ui/forms/useMeantEmail.js';
import { FormGrid, FormToolbar, sentFields, useSavedNotice } from '../ui/forms/RecordForm.js';
import { customerPath } from '../ui/paths.js';
import { useIsBelow } from '../ui/common/useIsBelow.js';
import { useTexts, useTranslate } from '../ui/i18n/useTranslate.js';

// MUI shows a placeholder only under a shrunk label.
const shrunk = { inputLabel: { shrink: true } };
const countryChoices = countries.map((id) => ({ id, name: countryNames[id] }));

/** Formats a field for comparing two versions. */
function show(field: string, record: RaRecord): string {
  const { country, province, state } = record as Partial<CustomerInput>;
  if (field === 'country') return locationName({ country });
  if (field === 'province') return regionName({ country, province });
  if (field === 'state') return regionName({ country, state });
  return asText(record[field]);
}

const Body = (props: ComponentProps<typeof FormBody>) => <FormBody {...props} show={show} />;
const DialogBody = (props: ComponentProps<typeof FormBody>) => <Body {...props} isInDialog />;

/** The email, with a question about a mistyped one when the field is left. */
function EmailInput() {
  const translate = useTranslate();
  const { setFocus, setValue } = useFormContext();
  const typed = asText(useWatch({ name: 'email' }));
  const [left, setLeft] = useState('');
  const meant = useMeantEmail(left === typed ? typed : '');
  function take() {
    setValue('email', meant, { shouldDirty: true, shouldValidate: true });
    // The button goes with the question.
    setFocus('email');
  }
  return (
    <TextInput
      source="email"
      type="email"
      validate={customerRules.email}
      isRequired
      onBlur={({ target }: FocusEvent<HTMLInputElement>) => setLeft(asText(target.value))}
      helperText={
        <span role="status">
          {meant && (
            <span>
              <span>{translate('resources.customers.form.didYouMean')}</span>{' '}
              <Link component="button" type="button" translate="no" sx={{ font: 'inherit' }} onClick={take}>
                {meant}
              </Link>
              <span>{'?'}</span>
            </span>
          )}
        </span>
      }
    />
  );
}

/** Says that another customer has the typed email, with a link to each; saving stays possible. */
function SameEmailNotice() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  const typed = emailKey(asText(useWatch({ name: 'email' })));
  const isOther = isEmail(typed) && typed !== emailKey(customer?.email ?? '');
  const {
    data: found,
    error,
    refetch,
  } = useGetList<CustomerRecord>(
    'customers',
    {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { email: typed },
    },
    { enabled: isOther },
  );
  if (!isOther) return null;
  if (error && !found)
    return (
      <div data-wide>
        <ErrorAlert error={error} fallback={messages.fetchCustomers} refetch={refetch} />
      </div>
    );
  const same = found?.filter(({ id, email }) => id !== customer?.id && emailKey(email) === typed) ?? [];
  if (same.length === 0) return null;
  return (
    <Alert severity="warning" role="status" data-wide>
      <span>{translate('resources.customers.form.sameEmail')}</span>{' '}
      {same.map(({ id, fullName }, index) => (
        <span key={id}>
          {index > 0 && <span>, </span>}
          {/* A tab of its own, as the form would lose what was typed. */}
          <TextLink to={customerPath(id)} target="_blank">
            {fullName}
          </TextLink>
        </span>
      ))}
    </Alert>
  );
}

/** The region as the chosen country has it: a province, a state, or free text; nothing before a country is chosen. */
function RegionInput() {
  const country: unknown = useWatch({ name: 'country' });
  if (!isCountry(country)) return null;
  const source = regionFieldOf(country);
  if (!source)
    return (
      <TextInput
        key={country}
        source="province"
        label="resources.customers.fields.region"
        validate={customerRules.province}
      />
    );
  return (
    <SelectInput
      key={country}
      source={source}
      choices={formRegionsOf(country).map(({ code, name }) => ({ id: code, name }))}
      validate={customerRules[source]}
      // The record may hold the checkout's spelling, which stays until another entry is chosen.
      format={(value: string | null) => findRegion(country, value)?.code ?? ''}
    />
  );
}

function CountryInput() {
  const { resetField, setValue } = useFormContext();
  /** Province and state belong to the previous country. */
  const clearRegion = () => {
    for (const field of ['province', 'state']) {
      // The field of another country was not touched: its error waits until it is.
      resetField(field);
      setValue(field, null, { shouldDirty: true });
    }
  };
  return (
    <SelectInput
      source="country"
      choices={countryChoices}
      validate={customerRules.country}
      isRequired
      onChange={clearRegion}
    />
  );
}

/** A text of the form. */
const text = (source: CustomerField, props: Partial<TextInputProps> & { 'data-wide'?: true }) => (
  <TextInput key={source} source={source} validate={customerRules[source]} {...props} />
);

/** The inputs of what the checkout asks for, too; a province and a state are one. */
const visitorInputs = (somePhone: string): Record<Exclude<VisitorField, 'state'>, ReactElement> => ({
  fullName: text('fullName', { isRequired: true, 'data-wide': true }),
  email: <EmailInput key="email" />,
  phone: text('phone', {
    type: 'tel',
    placeholder: somePhone,
    slotProps: shrunk,
  }),
  country: <CountryInput key="country" />,
  province: <RegionInput key="region" />,
  address: text('address', { isRequired: true, multiline: true, minRows: 2, 'data-wide': true }),
  city: text('city', { isRequired: true }),
  postalCode: text('postalCode', { isRequired: true }),
});

/** The form of a customer, new or not; `cancel` closes its dialog, or is the page that Cancel leads to. */
function CustomerForm({ cancel }: { cancel: string | (() => void) }) {
  const label = useTexts('resources.customers.form');
  const { fullName, email, phone, ...location } = visitorInputs(label('phonePlaceholder'));
  return (
    <SimpleForm
      component={typeof cancel === 'string' ? Body : DialogBody}
      sx={{ '&&': { p: 0 } }}
      spacing={3}
      toolbar={<FormToolbar cancel={cancel} />}
    >
      <Section title={label('personal')}>
        <FormGrid>
          {fullName}
          {email}
          {phone}
          <SameEmailNotice />
        </FormGrid>
      </Section>
      <Section title={label('location')}>
        <FormGrid>{Object.values(location)}</FormGrid>
      </Section>
      <Section title={label('additional')}>
        <FormGrid>
          {officeFields.map((field) =>
            text(field, {
              placeholder: label(`placeholders.${field}`),
              slotProps: shrunk,
              // The smallest phone has room for all of it.
              sx: { '& ::placeholder': { fontSize: '0.875rem' } },
              'data-wide': true,
            }),
          )}
        </FormGrid>
      </Section>
    </SimpleForm>
  );
}

/** Adds a customer. */
export function CustomerCreate() {
  const onSuccess = useSavedNotice('created', () => pages.customers);
  return (
    <Create component="div" mutationOptions={{ onSuccess }}>
      <CustomerForm cancel={pages.customers} />
    </Create>
  );
}

const transform = sentFields(customerFields);

/** Changes a customer. */
export function CustomerEdit() {
  const { id = '' } = useParams();
  const resendNotice = useResendNotice();
  const onSuccess = useSavedNotice(
    'updated',
    () => customerPath(id),
    async ({ email }, previous, saved) =>
      emailKey(asText(email)) === emailKey(asText(previous?.email))
        ? undefined
        : resendNotice(id, asText(email), saved),
  );
  return (
    <Edit component="div" actions={false} transform={transform} mutationOptions={{ onSuccess }}>
      <CustomerForm cancel={customerPath(id)} />
    </Edit>
  );
}

interface CustomerCreateDialogProps {
  /** Filled in as the full name. */
  fullName?: string | undefined;
  onCreated: (customer: CustomerRecord) => void;
  onClose: () => void;
}

/** Adds a customer from within another form, which keeps what was typed into it. */
export function CustomerCreateDialog({ fullName, onCreated, onClose }: CustomerCreateDialogProps) {
  const translate = useTranslate();
  const isPhone = useIsBelow('sm');
  const client = useQueryClient();
  const [idempotencyKey] = useState(newKey);
  return (
    <TitledDialog
      title={translate('resources.customers.form.new')}
      onClose={(_event, reason) => reason !== 'backdropClick' && onClose()}
      fullScreen={isPhone}
      maxWidth="md"
      content={{ sx: { pb: 0 } }}
    >
      <CreateBase
        resource="customers"
        redirect={false}
        // The page around the dialog may be opened with values of its own record.
        record={{ ...(fullName && { fullName }) }}
        mutationOptions={{
          meta: { idempotencyKey },
          onSuccess: (customer: CustomerRecord) => {
            // react-admin keeps it under the key of this call, where no reference finds it.
            client.setQueryData(recordKey('customers', customer.id), customer);
            onCreated(customer);
            onClose();
          },
        }}
      >
        <CustomerForm cancel={onClose} />
      </CreateBase>
    </TitledDialog>
  );
}
