import { SelectInput, TextInput } from 'react-admin';
import { customerRules } from '#domain/customers';
import { countries, countryNames } from '#domain/locations';
import { FormGrid } from '../ui/forms/FormGrid.js';
import { CustomerRegionInput } from './CustomerRegionInput.js';
import { useClearRegion } from './useClearRegion.js';

const countryChoices = countries.map((id) => ({ id, name: countryNames[id] }));

export function LocationInputs() {
  const clearRegion = useClearRegion();
  return (
    <FormGrid>
      <SelectInput
        source="country"
        choices={countryChoices}
        translateChoice={false}
        validate={customerRules.country}
        isRequired
        onChange={clearRegion}
      />
      <CustomerRegionInput />
      <TextInput
        source="address"
        validate={customerRules.address}
        isRequired
        multiline
        minRows={2}
        data-wide
      />
      <TextInput source="city" validate={customerRules.city} isRequired />
      <TextInput source="postalCode" validate={customerRules.postalCode} isRequired />
    </FormGrid>
  );
}
