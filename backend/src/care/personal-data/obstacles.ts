import { isOpenDispute, isTestPayment } from '#domain/cards/cards';
import { type Obstacle, type ObstacleKind, obstacleNames } from '#domain/care/personal-data';
import type { Person, PersonsPayment } from './person/person.js';

/** Names each payment with its obstacle. */
export const describeObstacles = (obstacles: readonly Obstacle[]): string =>
  obstacles.map(({ kind, referenceNumber }) => `${referenceNumber}: ${obstacleNames[kind]}`).join('; ');

/** Returns the obstacles of an erasure; payments of the card provider's test mode never do. */
export function obstaclesOf({ payments, leftOverIds }: Pick<Person, 'payments' | 'leftOverIds'>): Obstacle[] {
  const leftOver = new Set(leftOverIds.map(String));
  const isLeftOver = ({ _id }: PersonsPayment) => leftOver.has(String(_id));
  const kindsOf = (payment: PersonsPayment): ObstacleKind[] => [
    ...(payment.status === 'pending' ? (['pending'] as const) : []),
    ...(isOpenDispute(payment.card?.dispute) ? (['dispute'] as const) : []),
    ...(payment.attention?.includes('giveBack') || isLeftOver(payment) ? (['giveBack'] as const) : []),
  ];
  return payments
    .filter((payment) => !isTestPayment(payment))
    .flatMap((payment) =>
      kindsOf(payment).map((kind) => ({
        kind,
        paymentId: String(payment._id),
        referenceNumber: payment.referenceNumber,
      })),
    );
}
