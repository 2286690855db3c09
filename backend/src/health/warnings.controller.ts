import { Controller, Get } from '@nestjs/common';
import { adminRole } from '#domain/auth';
import type { ServerWarnings } from '#domain/warnings';
import { Roles } from '../http/access.decorators.js';
import { ProxyWarning } from './proxy-warning.js';

@Roles(adminRole)
@Controller('warnings')
export class WarningsController {
  constructor(private readonly proxy: ProxyWarning) {}

  /** The settings of the server that an operator should correct: {warnings}. */
  @Get()
  list(): ServerWarnings {
    return { warnings: this.proxy.warnings };
  }
}
