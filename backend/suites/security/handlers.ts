import { posix } from 'node:path';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ModulesContainer } from '@nestjs/core';
import { IS_PUBLIC_KEY, permissionKey } from '../../src/platform/http/access.decorators.js';
import type { TestApp } from '../../src/testing/test-app.js';

type Class = new () => object;

/** The class of a handler's body as a whole, undefined where it takes none. */
function bodyClass(controller: { prototype: object }, member: string): Class | undefined {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, member) as
    | Record<string, { index: number }>
    | undefined;
  const body = Object.entries(parameters ?? {}).find(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`));
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype, member) as Class[];
  return body && types[body[1].index];
}

/**
 * Every handler of every controller in the running application, with its route, the policy of its method or class, and
 * the class of its body.
 */
export function handlers({ app }: TestApp) {
  const declared = (target: object): unknown =>
    Reflect.getMetadata(IS_PUBLIC_KEY, target) ?? Reflect.getMetadata(permissionKey, target);
  const pathOf = (target: object) => Reflect.getMetadata(PATH_METADATA, target) as string;
  return [...app.get(ModulesContainer).values()]
    .flatMap(({ controllers }) => [...controllers.values()])
    .flatMap(({ metatype }) => {
      const controller = metatype as { name: string; prototype: Record<string, object> };
      return Object.getOwnPropertyNames(controller.prototype)
        .filter((name) => name !== 'constructor')
        .map((name) => ({
          member: name,
          handler: controller.prototype[name] as object,
        }))
        .filter(({ handler }) => Reflect.hasMetadata(PATH_METADATA, handler))
        .map(({ member, handler }) => {
          const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number] ?? '';
          return {
            name: `${controller.name}.${member}`,
            method,
            route: `${method} ${posix.join('/api', pathOf(controller), pathOf(handler)).replace(/\/$/, '')}`,
            policy: declared(handler) ?? declared(controller),
            body: bodyClass(controller, member),
          };
        });
    });
}
