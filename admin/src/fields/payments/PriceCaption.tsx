import { useRecordContext } from 'react-admin';
import { priceCaption } from '#domain/cards';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { Caption } from './Caption.js';

/** "Price is CA$2,256.61", where another amount was paid by card. */
export function PriceCaption() {
  const price = useRecordContext<PaymentRecord>()?.card?.price;
  return price && <Caption>{priceCaption(price)}</Caption>;
}
