import { type CanActivate, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { cardMessages } from '#domain/cards';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';

/** Refuses the calls about card events with 404 where none are configured. */
@Injectable()
export class CardsGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(): boolean {
    if (!this.config.cards.secrets.length) throw new NotFoundException(cardMessages.notConfigured);
    return true;
  }
}
