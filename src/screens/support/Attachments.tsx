import { useSelector } from '@xstate/react';
import { Paperclip, RotateCw, X } from 'lucide-react';
import { mostAttachments } from '../../../contract/support.ts';
import { fileTypes } from '../../../contract/uploads.ts';
import { IconButton } from '../../components/base/IconButton.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { ProgressBar } from '../../components/base/ProgressBar.tsx';
import { passFocus } from '../../components/base/passFocus.ts';
import { FilesButton } from '../../components/fields/FilesButton.tsx';
import { type AttachmentsRef, canRetry } from '../../machines/support/attachmentsMachine.ts';
import { failureText } from '../core/failureText.ts';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';
import { sizeText } from './supportTexts.ts';

type FileView = ReturnType<AttachmentsRef['getSnapshot']>['context']['files'][number];

interface Props {
  attachments: AttachmentsRef;
  /** While the message is sent, with the files that it has. */
  isReadOnly?: boolean;
  /** An error of the files as a whole. */
  error?: string | undefined;
}

/** The files of a message: their progress, removing, and retrying. */
export function Attachments({ attachments, isReadOnly = false, error }: Props) {
  const { t } = useTexts('support');
  const { files, hasLeftOut } = useSelector(attachments, (state) => state.context);
  const sent = files.filter(({ status }) => status === 'sent').length;
  return (
    <div className="flex flex-col gap-3">
      <LiveRegion message={sent > 0 ? t('support:files.uploaded', { count: sent }) : ''} />
      {files.length > 0 && (
        <ul aria-label={t('support:files.label')} className="flex flex-col gap-2">
          {files.map((file) => (
            <FileItem key={file.key} file={file} attachments={attachments} isReadOnly={isReadOnly} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <FilesButton
          types={fileTypes}
          isPending={isReadOnly}
          reason={
            files.length >= mostAttachments
              ? t('support:files.enough', { count: mostAttachments })
              : undefined
          }
          onChoose={(chosen) => attachments.send({ type: 'files.chosen', files: chosen })}
        >
          <Paperclip {...iconProps} />
          {t('support:files.add')}
        </FilesButton>
        <p className="min-w-0 flex-1 basis-48 text-muted text-sm">
          {t('support:files.help', { count: mostAttachments })}
        </p>
      </div>
      {hasLeftOut && (
        <p role="status" className="text-sm text-wait">
          {t('support:files.leftOut', { count: mostAttachments })}
        </p>
      )}
      {error !== undefined && (
        <p id="field-attachment_ids" tabIndex={-1} className="text-loss text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

const passToFiles = passFocus(
  (item) => item.previousElementSibling ?? item.parentElement?.nextElementSibling,
);
const passToRemoval = passFocus((retry) => retry.nextElementSibling);

interface ItemProps {
  file: FileView;
  attachments: AttachmentsRef;
  isReadOnly: boolean;
}

function FileItem({ file, attachments, isReadOnly }: ItemProps) {
  const { t, locale } = useTexts('support');
  const { key, name, size, status, sent } = file;
  const progress = t('support:files.progress', {
    sent: sizeText(sent, locale),
    size: sizeText(size, locale),
  });
  return (
    <li
      ref={passToFiles}
      className="flex flex-col gap-1 rounded-field border border-line bg-raised py-1 pr-1 pl-3"
    >
      <span className="flex items-center gap-2">
        <span className="flex min-w-0 flex-1 flex-col">
          {status === 'sending' ? (
            <ProgressBar label={name} valueLabel={progress} value={sent} maximum={size} />
          ) : (
            <>
              <bdi className="truncate" title={name}>
                {name}
              </bdi>
              <span className="text-muted text-sm">
                {sizeText(size, locale)} · {t(`support:files.${status}`)}
              </span>
            </>
          )}
        </span>
        {canRetry(file) && (
          <span ref={passToRemoval}>
            <IconButton
              icon={RotateCw}
              label={t('support:files.retry', { name })}
              onPress={() => attachments.send({ type: 'upload.retried', key })}
            />
          </span>
        )}
        <IconButton
          icon={X}
          label={t(status === 'sending' ? 'support:files.cancel' : 'support:files.remove', { name })}
          isPending={isReadOnly}
          onPress={() => attachments.send({ type: 'file.removed', key })}
        />
      </span>
      <FileProblem file={file} />
    </li>
  );
}

function FileProblem({ file: { failure } }: { file: FileView }) {
  const { t } = useTexts('support');
  if (!failure) return null;
  const rule = failure.fields.file;
  return (
    <p role="alert" className="pb-1 text-loss text-sm">
      {rule ? t(ruleText('file', rule)) : t(failureText[failure.code].sentence)}
    </p>
  );
}
