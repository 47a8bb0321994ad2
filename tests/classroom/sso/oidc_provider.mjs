// The npm package oidc-provider, which we did not write, with one client: this app. Anyone who types a name is a person.
// Environment: OIDC_PROVIDER (the folder in which it was installed), PORT, REDIRECT, CLIENT_ID, CLIENT_SECRET.
import { pathToFileURL } from "node:url";

const env = process.env;
const library = `${env.OIDC_PROVIDER}/node_modules/oidc-provider/lib/index.js`;
const { Provider } = await import(pathToFileURL(library).href);

const provider = new Provider(`http://127.0.0.1:${env.PORT}`, {
  clients: [
    {
      client_id: env.CLIENT_ID,
      client_secret: env.CLIENT_SECRET,
      redirect_uris: [env.REDIRECT],
      response_types: ["code"],
      grant_types: ["authorization_code"],
    },
  ],
  claims: { openid: ["sub"], profile: ["name"] },
  cookies: { keys: ["of a test"] },
  findAccount: (ctx, id) => ({ accountId: id, claims: () => ({ sub: id, name: id.replace(".", " ") }) }),
  // Its pages offer no choice of account: it says so, and the app does not ask for one.
  discovery: { prompt_values_supported: ["none", "login", "consent"] },
  pkce: { required: () => true },
});
provider.listen(Number(env.PORT), "127.0.0.1", () => console.log("ready"));
