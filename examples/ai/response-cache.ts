// Asks the same question twice and pays once; a custom middleware counts the requests that are sent.
import { createResponseCache, getAIAuto, withMiddleware, type Middleware } from '@colophon/ai';

let asked = 0;
const counting: Middleware = {
  chat: (call, next) => {
    asked += 1;
    return next(call);
  },
};
const ai = withMiddleware(await getAIAuto(), [createResponseCache({ ttl: 60_000 }), counting]);
await ai.message('Why is the sky blue?');
console.log(await ai.message('Why is the sky blue?'));
console.log(`asked ${asked} time`);
