/** The label of the assistant in an editor, in English: the other texts are loaded with the chat. */
export const chatLabelEn = { 'chat.label': 'Assistant' };
