import { regions } from '#domain/texts/fr/regions';

export const texts = { regions };
