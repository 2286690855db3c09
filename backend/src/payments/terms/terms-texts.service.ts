import { Inject, Injectable } from '@nestjs/common';
import type { TermsTexts } from '#domain/payments/terms';
import { CONFIG } from '../../platform/config/config.module.js';
import type { mongo } from 'mongoose';
import { InjectCollection } from '../../platform/database/collections.js';
import type { PaymentConfig } from '../options/payment-settings.js';
import { StoredTerms } from './terms-texts.schema.js';

/** Keeps the texts of each version of the terms; no other service writes them. */
@Injectable()
export class TermsTextsService {
  private readonly known = new Map<string, TermsTexts>();

  constructor(
    @InjectCollection(StoredTerms) private readonly texts: mongo.Collection<StoredTerms & TermsTexts>,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  /** Stores the terms of the options, before any visitor is asked to accept them. */
  async start(): Promise<void> {
    const { terms } = this.config.paymentOptions;
    if (!terms) return;
    const { version, ...texts } = terms;
    const first = { ...texts, since: new Date() };
    await this.texts.updateOne({ _id: version }, { $setOnInsert: first }, { upsert: true });
  }

  /** Returns the texts of a version; undefined for one that no server has started with. */
  async find(version: string): Promise<TermsTexts | undefined> {
    const { terms } = this.config.paymentOptions;
    if (terms?.version === version) return terms;
    const known = this.known.get(version) ?? (await this.texts.findOne({ _id: version }));
    // Versions are few, and a text never changes.
    if (known) this.known.set(version, known);
    return known ?? undefined;
  }
}
