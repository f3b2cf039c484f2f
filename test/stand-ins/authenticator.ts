import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

// A device with passkeys (WebAuthn), as the server sees it: ES256, attestation "none".

type Options = {
  challenge?: string;
  rpId?: string;
  rp?: { id?: string };
  user?: { id: string };
  allowCredentials?: { id: string }[];
  excludeCredentials?: { id: string }[];
};
type Key = {
  id: string;
  rpId: string;
  userHandle: string;
  privateKey: ReturnType<typeof generateKeyPairSync>['privateKey'];
};

/** Deviations of the device, or of a site in the middle. */
type Oddity = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  challenge?: string;
  userHandle?: string;
};

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** CBOR (RFC 8949) encoding of the few types needed here. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, part]) => [cbor(key), cbor(part as number)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

/** A device that responds like `navigator.credentials`; with `counts` it has a signature counter. */
export function authenticator({ origin = 'http://localhost:3000', counts = true } = {}) {
  const keys: Key[] = [];
  let counter = 0;

  const clientData = (type: string, challenge: string, of: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: of, crossOrigin: false }));

  /** Flags: present (1), verified (4), backed up (8 and 16), with a credential (64). */
  function authData(rpId: string, flags: number, credential = Buffer.alloc(0)) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counts ? ++counter : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential]);
  }

  return {
    keys,
    /** Sets the signature counter; a cloned device would count separately. */
    setCounter(value: number) {
      counter = value;
    },

    /** Creates a passkey. */
    create(given: object, odd: Oddity = {}) {
      const options = given as Options;
      const id = base64url(randomBytes(32));
      const rpId = odd.rpId ?? options.rp?.id ?? '';
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      keys.push({ id, rpId, userHandle: options.user?.id ?? '', privateKey });
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.from([0, 32]);
      const credential = Buffer.concat([
        Buffer.alloc(16),
        length,
        Buffer.from(id, 'base64url'),
        cbor(cose),
      ]);
      const flags = 1 | (odd.isVerified === false ? 0 : 4) | 8 | 16 | 64;
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(rpId, flags, credential)],
      ]);
      const challenge = odd.challenge ?? options.challenge ?? '';
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, odd.origin ?? origin)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal', 'hybrid'],
        },
      };
    },

    /** Signs a challenge with an allowed passkey, or the first for the site. */
    get(given: object, odd: Oddity = {}) {
      const options = given as Options;
      const allowed = options.allowCredentials?.map(({ id }) => id);
      const key = keys.find(
        ({ id, rpId }) => rpId === options.rpId && (allowed?.includes(id) ?? true),
      );
      if (!key) throw new Error('this device has no passkey for that');
      const challenge = odd.challenge ?? options.challenge ?? '';
      const data = clientData('webauthn.get', challenge, odd.origin ?? origin);
      const flags = 1 | (odd.isVerified === false ? 0 : 4) | 8 | 16;
      const authenticatorData = authData(odd.rpId ?? key.rpId, flags);
      const signed = Buffer.concat([authenticatorData, sha256(data)]);
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(sign('sha256', signed, key.privateKey)),
          userHandle: odd.userHandle ?? key.userHandle,
        },
      };
    },
  };
}
