import { regions } from '#domain/texts/en/regions';

export const texts = { regions };
