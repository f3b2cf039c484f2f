import type { Dependencies } from '#kit/dependencies.server.ts';
import { buildApp } from '#kit/http/app.server.ts';
import { mountRoutes } from '#start/routes.server.ts';
import { createServices } from '#start/services.server.ts';
import { atEnd, type TestApp, testOrigin } from './test-app.ts';

type Keys = Partial<
  Pick<Dependencies, 'secret' | 'oldSecrets' | 'identityKey' | 'oldIdentityKeys'>
>;

/** The same installation restarted with other keys: same database, files and clock. */
export async function rekeyedApp(house: TestApp, keys: Keys): Promise<TestApp> {
  const dependencies = { ...house.dependencies, ...keys };
  const services = createServices(dependencies);
  const app = await buildApp(services, {
    logLevel: 'silent',
    publicUrl: testOrigin,
    mount: (scope) => mountRoutes(scope, services),
  });
  await app.ready();
  atEnd(async () => {
    await app.close();
    await services.security.flush();
  });
  return { ...house, dependencies, services, app };
}
