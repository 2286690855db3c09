import type { CardPayer } from '#domain/cards/cards';
import { isEmail, personLimits } from '#domain/customers/person-fields';
import { countries, type Country, ownRegion, places } from '#domain/places/countries';
import { findRegion } from '#domain/places/locations';
import { cleanLine } from '#domain/platform/rules';
import type { ProviderPayer } from '../providers/card-provider.js';

const countryOf = (code: string | null | undefined): Country =>
  countries.find((country) => code && places[country].code === code) ?? 'other';

/** Returns the payer within the bounds of a visitor's own texts; the email is '' where there is none to write to. */
export function cleanPayer(payer: ProviderPayer): CardPayer {
  const country = countryOf(payer.country);
  const region = findRegion(country, payer.region)?.slug ?? null;
  const email = cleanLine(payer.email, personLimits.email);
  const { line1, line2 } = payer;
  return {
    // A payment link need not ask for a name.
    fullName: cleanLine(payer.name, personLimits.fullName) || cleanLine(email, personLimits.fullName),
    email: isEmail(email) ? email : '',
    phone: cleanLine(payer.phone, personLimits.phone),
    country,
    ...ownRegion({ country, province: region, state: region }),
    address: cleanLine([line1, line2].filter(Boolean).join(', '), personLimits.address),
    city: cleanLine(payer.city, personLimits.city),
    postalCode: cleanLine(payer.postalCode, personLimits.postalCode),
  };
}
