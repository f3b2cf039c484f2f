import { type ApiRequest, api } from './api.ts';
import type { Calls } from './calls.ts';

type Route = keyof Calls;
type NoNames = Record<never, never>;
/** A property that may be left out where it has nothing that must be said. */
type Needed<Name extends string, Value> = NoNames extends Value
  ? { [One in Name]?: Value }
  : { [One in Name]: Value };
type Address<Name extends Route> = Needed<'params', Calls[Name]['params']> &
  Needed<'query', Calls[Name]['query']>;
/** The last argument, which may be left out where nothing in it must be said. */
type Last<Value> = NoNames extends Value ? [given?: Value] : [given: Value];

declare const answers: unique symbol;
/** Address of a call, typed by what is sent and answered. */
export type CallAddress<Answer = unknown, Body = unknown> = string & {
  readonly [answers]?: { answer: Answer; body: Body };
};
type AddressTo<Name extends Route> = CallAddress<Calls[Name]['out'], Calls[Name]['body']>;
type Named = Readonly<Record<string, unknown>>;
type Parts = { params?: Named; query?: Named };

/**
 * The address of a call, for `useQuery`, `useStep` and downloads: parameters stand in the path, and what of the query is
 * neither undefined nor '' follows it.
 */
export function addressOf<Name extends Route>(
  route: Name,
  ...[given]: Last<Address<Name>>
): AddressTo<Name> {
  const { params, query = {} } = (given ?? {}) as Parts;
  const path = pathOf(route).replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const said = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
  return (search.size > 0 ? `${path}?${search}` : path) as AddressTo<Name>;
}

const pathOf = (route: string) => route.slice(route.indexOf(' ') + 1);

/** A multipart body, which no schema describes. */
type FormOf<Name extends Route> = Name extends `POST ${string}` ? { body?: FormData } : NoNames;
/** A body that may be null may be a multipart one. */
type Sent<Body> = null extends Body ? NonNullable<Body> | FormData : Body;
type Sending<Name extends Route> = Address<Name> &
  (undefined extends Calls[Name]['body']
    ? [Exclude<Calls[Name]['body'], undefined>] extends [never]
      ? FormOf<Name>
      : { body?: Calls[Name]['body'] }
    : { body: Sent<Calls[Name]['body']> }) &
  Omit<ApiRequest, 'method' | 'body'>;

/** Calls that answer no file. */
type Answering = { [Name in Route]: Calls[Name]['out'] extends Blob ? never : Name }[Route];

/** Calls the API and answers what the call is declared to answer (docs/architecture.md, Doors). */
export function send<Name extends Answering>(
  route: Name,
  ...[given]: Last<Sending<Name>>
): Promise<Calls[Name]['out']> {
  const { params, query, ...request } = (given ?? {}) as Parts & ApiRequest;
  const method = route.slice(0, route.indexOf(' ')) as ApiRequest['method'];
  const path = (addressOf as (route: Route, given: Parts) => string)(route, { params, query });
  return api(path, { ...request, method });
}
