/** What an editor calls its assistant, in English: the rest is loaded with the chat. */
export const chatLabelEn = { 'chat.label': 'Assistant' };
