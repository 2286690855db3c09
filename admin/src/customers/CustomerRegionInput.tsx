import { SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { customerRules } from '#domain/customers';
import { findRegion, formRegionsOf } from '#domain/locations';

const inputs = {
  canada: { source: 'province', rule: customerRules.province },
  usa: { source: 'state', rule: customerRules.state },
} as const;

/** The region as the chosen country has it: a province, a state, or free text; nothing before a country is chosen. */
export function CustomerRegionInput() {
  const country: unknown = useWatch({ name: 'country' });
  if (country === 'other')
    return (
      <TextInput
        key="other"
        source="province"
        label="resources.customers.fields.region"
        validate={customerRules.province}
      />
    );
  if (country !== 'canada' && country !== 'usa') return <span />;
  const { source, rule } = inputs[country];
  return (
    <SelectInput
      key={country}
      source={source}
      choices={formRegionsOf(country).map(({ code, name }) => ({ id: code, name }))}
      translateChoice={false}
      validate={rule}
      // The record may hold the checkout's spelling, which stays until another entry is chosen.
      format={(value: string | null) => findRegion(country, value)?.code ?? ''}
    />
  );
}
