import { type CanActivate, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { documentMessages } from '#domain/documents/documents';
import { CONFIG } from '../platform/config/config.module.js';
import type { PaymentConfig } from '../payments/options/payment-settings.js';

/** Refuses the calls about documents with 404 where the options name no company. */
@Injectable()
export class DocumentsGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: PaymentConfig) {}

  canActivate(): boolean {
    if (!this.config.paymentOptions.company) throw new NotFoundException(documentMessages.notConfigured);
    return true;
  }
}
