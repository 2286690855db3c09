import { type SettingsPart, splitList } from '../../platform/config/environment.js';
import type { ServerConfig } from '../../platform/config/server-settings.js';

const variables = ['STRIPE_WEBHOOK_SECRET', 'CARD_TEST_EVENTS'] as const;

/** The settings of card events. */
interface CardSettings {
  /** The secrets by which Stripe signs its events: two while one is replaced; none where there are no card events. */
  secrets: string[];
  /** The treatment of events of Stripe's test mode. */
  testEvents: 'record' | 'ignore';
}

/** The settings of card events. */
export interface CardConfig {
  cards: CardSettings;
}

const mostSecrets = 2;

function readSecrets(text: string): string[] {
  const secrets = splitList(text);
  // The secrets themselves never stand in a message, which is logged.
  if (secrets.some((secret) => /^[spr]k_/.test(secret)))
    throw new Error(
      'STRIPE_WEBHOOK_SECRET takes the signing secret of an endpoint, which begins with whsec_, not an API key of the account (sk_…): this server needs none, so remove it from here',
    );
  if (secrets.length > mostSecrets || secrets.some((secret) => !/^whsec_[\x21-\x7e]+$/.test(secret)))
    throw new Error(
      'STRIPE_WEBHOOK_SECRET takes a signing secret that begins with whsec_, or two separated by a comma',
    );
  return secrets;
}

export const cardSettings: SettingsPart<(typeof variables)[number], CardConfig, ServerConfig> = {
  variables,
  read: (env, { production }) => {
    const testEvents = (env.CARD_TEST_EVENTS ?? (production ? 'ignore' : 'record')).trim();
    if (testEvents !== 'record' && testEvents !== 'ignore')
      throw new Error(`CARD_TEST_EVENTS takes record or ignore, not "${testEvents}"`);
    return { cards: { secrets: readSecrets(env.STRIPE_WEBHOOK_SECRET ?? ''), testEvents } };
  },
};
