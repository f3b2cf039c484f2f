import type { Dependencies } from '#server/dependencies.ts';
import { buildApp } from '#server/http/app.ts';
import { mountRoutes } from '#server/routes.ts';
import { createServices } from '#server/services.ts';
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
