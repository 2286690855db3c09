import { Body, Controller, Get, Header, Headers, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { acceptedLanguage, type Language } from '#domain/platform/languages';
import { Public } from '../../platform/http/access.decorators.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { CallLanguage } from '../../platform/http/visitor-language.js';
import { ApiIdempotencyKey, readIdempotencyKey } from '../../platform/submissions/submissions.service.js';
import { RateLimit } from '../../platform/rate-limit/rate-limit.guard.js';
import { CheckoutService } from './checkout.service.js';
import { CheckoutBody } from './checkout.dto.js';

@Public()
@Controller()
export class CheckoutController {
  constructor(private readonly checkout: CheckoutService) {}

  /** Prices, methods, instructions and parts by location. */
  @Get('checkout/options')
  @Header('Cache-Control', 'no-cache')
  options(@CallLanguage() language: Language) {
    return this.checkout.options(language);
  }

  /** Records a visitor's submission: {referenceNumber, paymentId, orderPath}, and its plan where it is paid in parts. */
  @ApiIdempotencyKey('payment')
  @ApiBody({ type: CheckoutBody })
  @RateLimit('checkout')
  @Post('payments/checkout')
  submit(
    @Body() body: unknown,
    @Headers('idempotency-key') key: unknown,
    @Headers('accept-language') accepted: string | undefined,
    @FromCaller() caller: Caller,
  ) {
    return this.checkout.submit(body, readIdempotencyKey(key), acceptedLanguage(accepted), caller);
  }
}
