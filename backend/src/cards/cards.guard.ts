import { type CanActivate, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { cardMessages } from '#domain/cards/cards';
import type { CardConfig } from '../payments/options/card-settings.js';
import { CONFIG } from '../platform/config/config.module.js';

/** Refuses the calls about card events with 404 where none are configured. */
@Injectable()
export class CardsGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: CardConfig) {}

  canActivate(): boolean {
    if (!this.config.cards.secrets.length) throw new NotFoundException(cardMessages.notConfigured);
    return true;
  }
}
