import { type RaRecord, TextInput, useTranslate } from 'react-admin';
import { type CustomerInput, customerRules } from '#domain/customers';
import { locationName, regionName } from '#domain/locations';
import { asText } from '#domain/rules';
import { Section } from '../ui/common/Section.js';
import { FormGrid } from '../ui/forms/FormGrid.js';
import { RecordForm, type RecordFormProps } from '../ui/forms/RecordForm.js';
import { SameEmailNotice } from './SameEmailNotice.js';
import { LocationInputs } from './LocationInputs.js';

// MUI shows a placeholder only under a shrunk label.
const shrunk = { inputLabel: { shrink: true } };

/** Formats a field for comparing two versions. */
function show(field: string, record: RaRecord): string {
  const { country, province, state } = record as Partial<CustomerInput>;
  if (field === 'country') return locationName({ country });
  if (field === 'province') return regionName({ country, province });
  if (field === 'state') return regionName({ country, state });
  return asText(record[field]);
}

const compare = { fields: Object.keys(customerRules), show };

/** The form of a customer, new or not. */
export function CustomerForm({ cancel }: Pick<RecordFormProps, 'cancel'>) {
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.customers.form.${name}`);
  return (
    <RecordForm cancel={cancel} compare={compare}>
      <Section title={label('personal')}>
        <FormGrid>
          <TextInput source="fullName" validate={customerRules.fullName} isRequired data-wide />
          <TextInput source="email" type="email" validate={customerRules.email} isRequired />
          <TextInput
            source="phone"
            type="tel"
            validate={customerRules.phone}
            placeholder={label('phonePlaceholder')}
            slotProps={shrunk}
          />
          <SameEmailNotice />
        </FormGrid>
      </Section>
      <Section title={label('location')}>
        <LocationInputs />
      </Section>
      <Section title={label('additional')}>
        <FormGrid>
          <TextInput
            source="referralSource"
            validate={customerRules.referralSource}
            placeholder={label('referralPlaceholder')}
            slotProps={shrunk}
            data-wide
          />
        </FormGrid>
      </Section>
    </RecordForm>
  );
}
