<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
    <context>
        <name>BranchSwitch</name>
        <message>
            <source>Previous version</source>
            <translation>上一个版本</translation>
        </message>
        <message>
            <source>Next version</source>
            <translation>下一个版本</translation>
        </message>
    </context>
    <context>
        <name>ChatPane</name>
        <message>
            <source>Open a model first: the box above, or Ctrl+O</source>
            <translation>请先打开模型：点上方的框，或按 Ctrl+O</translation>
        </message>
    </context>
    <context>
        <name>CheckRow</name>
        <message>
            <source>Show what was looked at</source>
            <translation>显示检查依据</translation>
        </message>
        <message>
            <source>Hide what was looked at</source>
            <translation>隐藏检查依据</translation>
        </message>
    </context>
    <context>
        <name>CodeRow</name>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Copy code</source>
            <translation>复制代码</translation>
        </message>
        <message>
            <source>Code</source>
            <translation>代码</translation>
        </message>
        <message>
            <source>code</source>
            <translation>代码</translation>
        </message>
        <message>
            <source>Copied</source>
            <translation>已复制</translation>
        </message>
    </context>
    <context>
        <name>Composer</name>
        <message>
            <source>Write a message…</source>
            <translation>输入消息…</translation>
        </message>
        <message>
            <source>Send</source>
            <translation>发送</translation>
        </message>
        <message>
            <source>Editing: sending makes a new branch</source>
            <translation>正在修改：发送后成为新的分支</translation>
        </message>
        <message>
            <source>Stop editing</source>
            <translation>取消修改</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Stop the reply (Esc)</source>
            <translation>停止回答（Esc）</translation>
        </message>
        <message>
            <source>Send (Enter); Shift+Enter breaks the line</source>
            <translation>发送（Enter）；Shift+Enter 换行</translation>
        </message>
    </context>
    <context>
        <name>Devices</name>
        <message>
            <source>%1 cores</source>
            <translation>%1 核</translation>
        </message>
        <message>
            <source>System power</source>
            <translation>系统功耗</translation>
        </message>
        <message>
            <source>asking the engine…</source>
            <translation>正在询问引擎…</translation>
        </message>
        <message>
            <source>works, but cannot be measured</source>
            <translation>可用，但无法测量</translation>
        </message>
        <message>
            <source>The runtime lists it; this system has no meter that we can read.</source>
            <translation>运行时列出了它，但本系统没有可读取的计量。</translation>
        </message>
        <message>
            <source>A device that the runtime can use, and its driver, would fill this.</source>
            <translation>装有运行时可用的设备及其驱动后，这里会有数据。</translation>
        </message>
        <message>
            <source>none found here</source>
            <translation>此处未找到</translation>
        </message>
        <message>
            <source>starting…</source>
            <translation>正在启动…</translation>
        </message>
        <message>
            <source>A power meter that ordinary users may read would fill this.</source>
            <translation>有普通用户可读取的功耗计时，这里会有数据。</translation>
        </message>
        <message>
            <source>no meter on this system</source>
            <translation>本系统没有计量</translation>
        </message>
        <message>
            <source>no reading now</source>
            <translation>暂无读数</translation>
        </message>
        <message>
            <source>measured now</source>
            <translation>实时测量</translation>
        </message>
        <message>
            <source>idle</source>
            <translation>空闲</translation>
        </message>
        <message>
            <source>working</source>
            <translation>工作中</translation>
        </message>
        <message>
            <source>model %1 · KV %2</source>
            <translation>模型 %1 · KV %2</translation>
        </message>
        <message>
            <source>of %1 GB</source>
            <translation>共 %1 GB</translation>
        </message>
        <message>
            <source>Auto</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>the fastest that works</source>
            <translation>可用设备中最快的</translation>
        </message>
        <message>
            <source>NPU + CPU (hybrid)</source>
            <translation>NPU + CPU（混合）</translation>
        </message>
        <message>
            <source>NPU (pinned)</source>
            <translation>NPU（固定）</translation>
        </message>
        <message>
            <source>NPU</source>
            <translation>NPU</translation>
        </message>
        <message>
            <source>GPU</source>
            <translation>GPU</translation>
        </message>
        <message>
            <source>CPU</source>
            <translation>CPU</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>内存</translation>
        </message>
        <message>
            <source>Temperature</source>
            <translation>温度</translation>
        </message>
        <message>
            <source>load</source>
            <translation>加载</translation>
        </message>
        <message>
            <source>image</source>
            <translation>图像</translation>
        </message>
        <message>
            <source>prefill</source>
            <translation>预填充</translation>
        </message>
        <message>
            <source>decode</source>
            <translation>解码</translation>
        </message>
        <message>
            <source>Curves of the devices over time</source>
            <translation>设备随时间变化的曲线</translation>
        </message>
        <message>
            <source>token %1</source>
            <translation>第 %1 个词元</translation>
        </message>
        <message>
            <source>%1 tok/s</source>
            <translation>%1 词元/秒</translation>
        </message>
        <message>
            <source>Phase</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Figure</source>
            <translation>指标</translation>
        </message>
        <message>
            <source>Difference</source>
            <translation>差异</translation>
        </message>
        <message>
            <source>Duration</source>
            <translation>时长</translation>
        </message>
        <message>
            <source>phase</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>tok/s</source>
            <translation>词元/秒</translation>
        </message>
        <message>
            <source>cores</source>
            <translation>核心</translation>
        </message>
        <message>
            <source>%1 min</source>
            <translation>%1 分钟</translation>
        </message>
        <message>
            <source>%1 s</source>
            <translation>%1 秒</translation>
        </message>
        <message>
            <source>now</source>
            <translation>现在</translation>
        </message>
        <message>
            <source>−%1 min</source>
            <translation>−%1 分</translation>
        </message>
        <message>
            <source>−%1 s</source>
            <translation>−%1 秒</translation>
        </message>
        <message>
            <source>The reply's figures could not be kept: %1</source>
            <translation>无法保存这条回复的数据：%1</translation>
        </message>
        <message>
            <source>%1 layers</source>
            <translation>%1 层</translation>
        </message>
        <message>
            <source>live</source>
            <translation>实时</translation>
        </message>
        <message>
            <source>%1 min ago</source>
            <translation>%1 分钟前</translation>
        </message>
        <message>
            <source>%1 h ago</source>
            <translation>%1 小时前</translation>
        </message>
        <message>
            <source>%1 d ago</source>
            <translation>%1 天前</translation>
        </message>
        <message>
            <source>%1 replies; at %2 tokens of context %3 tok/s</source>
            <translation>%1 条回复；上下文 %2 个词元时 %3 词元/秒</translation>
        </message>
        <message>
            <source>Two replies of one model and device fill this.</source>
            <translation>同一模型和设备有两条回复后，这里会有数据。</translation>
        </message>
        <message>
            <source>context %1</source>
            <translation>上下文 %1</translation>
        </message>
        <message>
            <source>Figures of the devices</source>
            <translation>设备数据</translation>
        </message>
        <message>
            <source>Select all</source>
            <translation>全选</translation>
        </message>
        <message>
            <source>Signal</source>
            <translation>信号</translation>
        </message>
        <message>
            <source>Now</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>Mean</source>
            <translation>平均</translation>
        </message>
        <message>
            <source>Most</source>
            <translation>最大</translation>
        </message>
        <message>
            <source>%1, mean</source>
            <translation>%1，平均</translation>
        </message>
    </context>
    <context>
        <name>DevicesPane</name>
        <message>
            <source>Devices</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>Back to now</source>
            <translation>回到现在</translation>
        </message>
        <message>
            <source>%1 min</source>
            <translation>%1 分钟</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>The same figures as a table</source>
            <translation>以表格显示同样的数据</translation>
        </message>
        <message>
            <source>The reply and the machine, on one clock</source>
            <translation>回复与机器，同一时钟</translation>
        </message>
        <message>
            <source>Getting the chart ready…</source>
            <translation>正在准备图表…</translation>
        </message>
    </context>
    <context>
        <name>Doctor</name>
        <message>
            <source>The device cannot be looked at.</source>
            <translation>无法查看该设备。</translation>
        </message>
        <message>
            <source>You may use it.</source>
            <translation>您有权使用。</translation>
        </message>
        <message>
            <source>You may not use it.</source>
            <translation>您无权使用。</translation>
        </message>
        <message>
            <source>Install the udev rules of the driver, which give the device to a group.</source>
            <translation>请安装驱动的 udev 规则，它会把设备分配给一个用户组。</translation>
        </message>
        <message>
            <source>You have joined the group %1: log out and in again.</source>
            <translation>您已加入用户组 %1：请注销后重新登录。</translation>
        </message>
        <message>
            <source>Add your user to the group %1 (sudo usermod -aG %1 $USER), then log in again.</source>
            <translation>请将您的用户加入用户组 %1（sudo usermod -aG %1 $USER），然后重新登录。</translation>
        </message>
        <message>
            <source>Board</source>
            <translation>开发板</translation>
        </message>
        <message>
            <source>There is no Ascend NPU here; there is nothing to check.</source>
            <translation>这里没有昇腾 NPU，无需检查。</translation>
        </message>
        <message>
            <source>A machine with an Ascend NPU.</source>
            <translation>带有昇腾 NPU 的机器。</translation>
        </message>
        <message>
            <source>NPU access</source>
            <translation>NPU 访问权限</translation>
        </message>
        <message>
            <source>Device nodes</source>
            <translation>设备节点</translation>
        </message>
        <message>
            <source>The driver has made its device nodes.</source>
            <translation>驱动已创建设备节点。</translation>
        </message>
        <message>
            <source>Device nodes are missing: the NPU's driver is not loaded.</source>
            <translation>缺少设备节点：NPU 驱动未加载。</translation>
        </message>
        <message>
            <source>Start the board's official image, or install its driver package again.</source>
            <translation>请使用开发板的官方镜像启动，或重新安装驱动包。</translation>
        </message>
        <message>
            <source>Health</source>
            <translation>健康状态</translation>
        </message>
        <message>
            <source>Temperature</source>
            <translation>温度</translation>
        </message>
        <message>
            <source>Other users of the NPU</source>
            <translation>NPU 的其他使用者</translation>
        </message>
        <message>
            <source>npu-smi, which would tell, gives no answer.</source>
            <translation>本应提供信息的 npu-smi 没有回应。</translation>
        </message>
        <message>
            <source>npu-smi shows its table in a way that is not known here.</source>
            <translation>无法识别 npu-smi 输出的表格格式。</translation>
        </message>
        <message>
            <source>The driver calls the NPU healthy.</source>
            <translation>驱动报告 NPU 状态正常。</translation>
        </message>
        <message>
            <source>Alarm %1: the board's current sensor. It is usual here and harmless.</source>
            <translation>告警 %1：开发板的电流传感器。在这里很常见，没有影响。</translation>
        </message>
        <message>
            <source>The driver reports: %1.</source>
            <translation>驱动报告：%1。</translation>
        </message>
        <message>
            <source>Switch the machine off and on; if it stays, ask the maker about the code.</source>
            <translation>请关机后再开机；如果仍然存在，请向厂商咨询该代码。</translation>
        </message>
        <message>
            <source>The driver tells no temperature.</source>
            <translation>驱动未提供温度。</translation>
        </message>
        <message>
            <source>%1 °C: the NPU will slow down.</source>
            <translation>%1 °C：NPU 将会降速。</translation>
        </message>
        <message>
            <source>Give the board air: check its fan and heat sink.</source>
            <translation>请改善散热：检查风扇和散热片。</translation>
        </message>
        <message>
            <source>%1 °C.</source>
            <translation>%1 °C。</translation>
        </message>
        <message>
            <source>This driver does not tell who uses the NPU.</source>
            <translation>此驱动不提供 NPU 的使用者信息。</translation>
        </message>
        <message>
            <source>Nobody else uses it.</source>
            <translation>没有其他程序在使用。</translation>
        </message>
        <message>
            <source>%1 other processes use it and its memory.</source>
            <translation>另有 %1 个进程正在占用 NPU 及其内存。</translation>
        </message>
        <message>
            <source>Close the programs that are listed.</source>
            <translation>请关闭列出的程序。</translation>
        </message>
        <message>
            <source>Driver and toolkit versions</source>
            <translation>驱动与工具包版本</translation>
        </message>
        <message>
            <source>A version cannot be read, so they cannot be compared.</source>
            <translation>有版本无法读取，因此无法比较。</translation>
        </message>
        <message>
            <source>CANN %1 is older than anything that is known to run models here.</source>
            <translation>CANN %1 比已知能运行模型的版本更旧。</translation>
        </message>
        <message>
            <source>Install CANN 8.0 or newer.</source>
            <translation>请安装 CANN 8.0 或更新版本。</translation>
        </message>
        <message>
            <source>Driver %1 is too old for CANN %2; it fails with code 507008.</source>
            <translation>驱动 %1 对 CANN %2 来说太旧，会以代码 507008 失败。</translation>
        </message>
        <message>
            <source>Install a newer driver, 23.0 at least.</source>
            <translation>请安装更新的驱动，至少为 23.0。</translation>
        </message>
        <message>
            <source>Driver %1 and CANN %2; nothing is known against the pair.</source>
            <translation>驱动 %1 与 CANN %2；未发现已知的不兼容。</translation>
        </message>
        <message>
            <source>CANN toolkit</source>
            <translation>CANN 工具包</translation>
        </message>
        <message>
            <source>The CANN toolkit is not installed where it is looked for.</source>
            <translation>在查找的位置没有安装 CANN 工具包。</translation>
        </message>
        <message>
            <source>Install the CANN toolkit and its 310B kernels package: two packages.</source>
            <translation>请安装 CANN 工具包以及 310B 算子包：共两个包。</translation>
        </message>
        <message>
            <source>Found in %1.</source>
            <translation>位于 %1。</translation>
        </message>
        <message>
            <source>310B kernels</source>
            <translation>310B 算子</translation>
        </message>
        <message>
            <source>The kernels of this NPU are installed.</source>
            <translation>此 NPU 的算子已安装。</translation>
        </message>
        <message>
            <source>The kernels of this NPU are not where they should be.</source>
            <translation>此 NPU 的算子不在应有的位置。</translation>
        </message>
        <message>
            <source>Install the CANN package with the 310B kernels; it is beside the toolkit's.</source>
            <translation>请安装带有 310B 算子的 CANN 包，它与工具包在同一处发布。</translation>
        </message>
        <message>
            <source>Kernel cache</source>
            <translation>算子缓存</translation>
        </message>
        <message>
            <source>Its folder cannot be looked at.</source>
            <translation>无法查看其文件夹。</translation>
        </message>
        <message>
            <source>You may not write there: kernels are compiled at every start.</source>
            <translation>您无权写入：每次启动都会重新编译算子。</translation>
        </message>
        <message>
            <source>There is no room for it: kernels are compiled at every start.</source>
            <translation>空间不足：每次启动都会重新编译算子。</translation>
        </message>
        <message>
            <source>It does not outlive a restart: kernels are compiled again after each.</source>
            <translation>重启后不会保留：每次重启后都会重新编译算子。</translation>
        </message>
        <message>
            <source>Compiled kernels are kept.</source>
            <translation>编译好的算子会被保留。</translation>
        </message>
        <message>
            <source>Let ASCEND_CACHE_PATH name a folder of yours with 200 MB on a real disk.</source>
            <translation>请将 ASCEND_CACHE_PATH 设为您在真实磁盘上、至少有 200 MB 空间的文件夹。</translation>
        </message>
        <message>
            <source>Errors of the runtime</source>
            <translation>运行时错误</translation>
        </message>
        <message>
            <source>Nothing has been logged since the machine was started.</source>
            <translation>开机以来没有日志记录。</translation>
        </message>
        <message>
            <source>The log cannot be read.</source>
            <translation>无法读取日志。</translation>
        </message>
        <message>
            <source>No errors in the newest log.</source>
            <translation>最新的日志中没有错误。</translation>
        </message>
        <message>
            <source>The newest log has %1 errors; the last ones are below.</source>
            <translation>最新的日志中有 %1 个错误，最后几个见下方。</translation>
        </message>
        <message>
            <source>For more, start once with ASCEND_GLOBAL_LOG_LEVEL=1 ASCEND_SLOG_PRINT_TO_STDOUT=1.</source>
            <translation>如需更多信息，请用 ASCEND_GLOBAL_LOG_LEVEL=1 ASCEND_SLOG_PRINT_TO_STDOUT=1 启动一次。</translation>
        </message>
        <message>
            <source>Folder of the models</source>
            <translation>模型文件夹</translation>
        </message>
        <message>
            <source>The folder cannot be looked at.</source>
            <translation>无法查看该文件夹。</translation>
        </message>
        <message>
            <source>It can be written.</source>
            <translation>可以写入。</translation>
        </message>
        <message>
            <source>You may not write there, so no model can be fetched.</source>
            <translation>您无权写入，因此无法下载模型。</translation>
        </message>
        <message>
            <source>Give yourself permission to write in %1.</source>
            <translation>请为自己授予写入 %1 的权限。</translation>
        </message>
        <message>
            <source>Free space</source>
            <translation>可用空间</translation>
        </message>
        <message>
            <source>The free space cannot be read.</source>
            <translation>无法读取可用空间。</translation>
        </message>
        <message>
            <source>Make room on the disk of %1.</source>
            <translation>请在 %1 所在的磁盘上腾出空间。</translation>
        </message>
        <message>
            <source>Only %1 GB are free: no model can be fetched.</source>
            <translation>仅剩 %1 GB：无法下载模型。</translation>
        </message>
        <message>
            <source>%1 GB are free: enough for small models only.</source>
            <translation>剩余 %1 GB：只够存放小模型。</translation>
        </message>
        <message>
            <source>%1 GB are free.</source>
            <translation>剩余 %1 GB。</translation>
        </message>
        <message>
            <source>This system always has one.</source>
            <translation>此系统始终具备。</translation>
        </message>
        <message>
            <source>Display</source>
            <translation>显示</translation>
        </message>
        <message>
            <source>There is no display here: the window cannot open, the command line works.</source>
            <translation>这里没有显示环境：窗口无法打开，命令行可以使用。</translation>
        </message>
        <message>
            <source>Start the app in a desktop session, or use geniex-desktop ask.</source>
            <translation>请在桌面会话中启动应用，或使用 geniex-desktop ask。</translation>
        </message>
        <message>
            <source>QT_QPA_PLATFORM asks for %1, which shows no window.</source>
            <translation>QT_QPA_PLATFORM 要求使用 %1，它不会显示窗口。</translation>
        </message>
        <message>
            <source>Unset QT_QPA_PLATFORM.</source>
            <translation>请取消设置 QT_QPA_PLATFORM。</translation>
        </message>
        <message>
            <source>Qt will use %1.</source>
            <translation>Qt 将使用 %1。</translation>
        </message>
        <message>
            <source>Qt platform plugin</source>
            <translation>Qt 平台插件</translation>
        </message>
        <message>
            <source>PySide6 is missing: the window cannot open.</source>
            <translation>缺少 PySide6：窗口无法打开。</translation>
        </message>
        <message>
            <source>Install GenieX Desktop again.</source>
            <translation>请重新安装 GenieX Desktop。</translation>
        </message>
        <message>
            <source>Qt's plugins are not where they are expected.</source>
            <translation>Qt 的插件不在预期的位置。</translation>
        </message>
        <message>
            <source>The plugin for %1 is there.</source>
            <translation>%1 的插件已存在。</translation>
        </message>
        <message>
            <source>Qt has no plugin for %1.</source>
            <translation>Qt 没有 %1 的插件。</translation>
        </message>
        <message>
            <source>Unset QT_QPA_PLATFORM, or install GenieX Desktop again.</source>
            <translation>请取消设置 QT_QPA_PLATFORM，或重新安装 GenieX Desktop。</translation>
        </message>
        <message>
            <source>Libraries of the window</source>
            <translation>窗口所需的库</translation>
        </message>
        <message>
            <source>Missing: %1.</source>
            <translation>缺少：%1。</translation>
        </message>
        <message>
            <source>Install them; on Debian and Ubuntu: %1.</source>
            <translation>请安装它们；在 Debian 和 Ubuntu 上：%1。</translation>
        </message>
        <message>
            <source>All that Qt needs to open a window is installed.</source>
            <translation>Qt 打开窗口所需的一切均已安装。</translation>
        </message>
        <message>
            <source>Install the library that the reason names, then start the app again.</source>
            <translation>请安装原因中提到的库，然后重新启动应用。</translation>
        </message>
        <message>
            <source>This build needs a newer system: install the one made for yours.</source>
            <translation>此版本需要更新的系统：请安装适合您系统的版本。</translation>
        </message>
        <message>
            <source>The plugin is of another version: install GenieX Desktop again.</source>
            <translation>插件版本不符：请重新安装 GenieX Desktop。</translation>
        </message>
        <message>
            <source>The file is damaged or for another processor: install GenieX Desktop again.</source>
            <translation>文件已损坏或适用于其他处理器：请重新安装 GenieX Desktop。</translation>
        </message>
        <message>
            <source>Plugins</source>
            <translation>插件</translation>
        </message>
        <message>
            <source>No plugin is there that could open a model.</source>
            <translation>没有可以打开模型的插件。</translation>
        </message>
        <message>
            <source>Engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <source>The engine does not start: %1</source>
            <translation>引擎无法启动：%1</translation>
        </message>
        <message>
            <source>Native library</source>
            <translation>原生库</translation>
        </message>
        <message>
            <source>A foreign libgeniex %1 is used: no placement report, and stopping is slower.</source>
            <translation>正在使用外部的 libgeniex %1：没有放置报告，停止也较慢。</translation>
        </message>
        <message>
            <source>Unset GENIEX_LIB_PATH to use the library of the app.</source>
            <translation>请取消设置 GENIEX_LIB_PATH 以使用应用自带的库。</translation>
        </message>
        <message>
            <source>libgeniex %1 runs in a process of its own.</source>
            <translation>libgeniex %1 在独立进程中运行。</translation>
        </message>
        <message>
            <source>Plugin %1</source>
            <translation>插件 %1</translation>
        </message>
        <message>
            <source>It cannot be loaded.</source>
            <translation>无法加载。</translation>
        </message>
        <message>
            <source>Loaded, version %1.</source>
            <translation>已加载，版本 %1。</translation>
        </message>
        <message>
            <source>Copy the report and send it to the makers of the plugin.</source>
            <translation>请复制报告并发送给插件的开发者。</translation>
        </message>
        <message>
            <source>Devices</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>Beside the CPU: %1.</source>
            <translation>除 CPU 外：%1。</translation>
        </message>
        <message>
            <source>The CPU; the runtime sees no NPU or GPU.</source>
            <translation>CPU；运行时未发现 NPU 或 GPU。</translation>
        </message>
        <message>
            <source>The runtime lists no device, not even the CPU.</source>
            <translation>运行时没有列出任何设备，连 CPU 也没有。</translation>
        </message>
        <message>
            <source>Hexagon libraries</source>
            <translation>Hexagon 库</translation>
        </message>
        <message>
            <source>This build of the app brings nothing that runs on the NPU.</source>
            <translation>此版本的应用不包含可在 NPU 上运行的部分。</translation>
        </message>
        <message>
            <source>Install the build of GenieX Desktop for Snapdragon.</source>
            <translation>请安装适用于骁龙的 GenieX Desktop 版本。</translation>
        </message>
        <message>
            <source>None of them is for this NPU, a Hexagon v%1.</source>
            <translation>其中没有适用于此 NPU（Hexagon v%1）的库。</translation>
        </message>
        <message>
            <source>Use the CPU or GPU; llama.cpp has no part for this NPU here.</source>
            <translation>请使用 CPU 或 GPU；这里的 llama.cpp 不支持此 NPU。</translation>
        </message>
        <message>
            <source>The part of llama.cpp that runs on the NPU is there.</source>
            <translation>llama.cpp 在 NPU 上运行的部分已存在。</translation>
        </message>
        <message>
            <source>Signed catalogue</source>
            <translation>签名目录文件</translation>
        </message>
        <message>
            <source>%1 is missing: Windows will not let the libraries onto the NPU.</source>
            <translation>缺少 %1：Windows 不会允许这些库在 NPU 上运行。</translation>
        </message>
        <message>
            <source>The catalogue is signed, and Windows trusts the signature.</source>
            <translation>目录文件已签名，且 Windows 信任该签名。</translation>
        </message>
        <message>
            <source>Windows does not trust the catalogue (%1).</source>
            <translation>Windows 不信任该目录文件（%1）。</translation>
        </message>
        <message>
            <source>Install a signed build; one of your own needs its certificate and test signing.</source>
            <translation>请安装已签名的版本；自行构建的版本需要其证书并启用测试签名。</translation>
        </message>
        <message>
            <source>The signature cannot be looked at here.</source>
            <translation>无法在此查看签名。</translation>
        </message>
        <message>
            <source>Qualcomm AI runtime</source>
            <translation>高通 AI 运行时</translation>
        </message>
        <message>
            <source>Not installed; GGUF models do not need it.</source>
            <translation>未安装；GGUF 模型不需要它。</translation>
        </message>
        <message>
            <source>Version %1 has no part for this NPU, a Hexagon v%2.</source>
            <translation>版本 %1 不包含适用于此 NPU（Hexagon v%2）的部分。</translation>
        </message>
        <message>
            <source>Install the newest onnxruntime-qnn, and no second one beside it.</source>
            <translation>请安装最新的 onnxruntime-qnn，且不要同时安装第二个版本。</translation>
        </message>
        <message>
            <source>Version %1, with the part for this NPU.</source>
            <translation>版本 %1，包含适用于此 NPU 的部分。</translation>
        </message>
        <message>
            <source>Input method</source>
            <translation>输入法</translation>
        </message>
        <message>
            <source>Qt uses the input methods of the system.</source>
            <translation>Qt 使用系统的输入法。</translation>
        </message>
        <message>
            <source>%1 can be used.</source>
            <translation>可以使用 %1。</translation>
        </message>
        <message>
            <source>Qt uses the one of the Wayland session.</source>
            <translation>Qt 使用 Wayland 会话的输入法。</translation>
        </message>
        <message>
            <source>There is no desktop session to ask.</source>
            <translation>没有可供查询的桌面会话。</translation>
        </message>
        <message>
            <source>No input method is set up, though the language is %1.</source>
            <translation>语言为 %1，但没有设置输入法。</translation>
        </message>
        <message>
            <source>Set up IBus or Fcitx 5 in the system's settings and log in again.</source>
            <translation>请在系统设置中配置 IBus 或 Fcitx 5，然后重新登录。</translation>
        </message>
        <message>
            <source>None is set up, and the language needs none.</source>
            <translation>未设置输入法，当前语言也不需要。</translation>
        </message>
        <message>
            <source>Start the app with QT_IM_MODULE=ibus; Fcitx 5 answers to that too.</source>
            <translation>请用 QT_IM_MODULE=ibus 启动应用；Fcitx 5 也支持该方式。</translation>
        </message>
        <message>
            <source>Use IBus or Fcitx 5, and start the app with QT_IM_MODULE=ibus.</source>
            <translation>请使用 IBus 或 Fcitx 5，并用 QT_IM_MODULE=ibus 启动应用。</translation>
        </message>
        <message>
            <source>%1 is asked for, and this Qt has no plugin for it.</source>
            <translation>系统要求使用 %1，但此 Qt 没有对应的插件。</translation>
        </message>
        <message>
            <source>Close other programs, or choose a smaller model.</source>
            <translation>请关闭其他程序，或选择更小的模型。</translation>
        </message>
        <message>
            <source>No model fits into the memory that is free.</source>
            <translation>可用内存放不下任何模型。</translation>
        </message>
        <message>
            <source>Only models of up to %1 billion parameters fit now.</source>
            <translation>目前只放得下不超过 %1B 参数的模型。</translation>
        </message>
        <message>
            <source>Models of up to %1 billion parameters in 4 bits fit now; up to %2 with other programs closed.</source>
            <translation>目前放得下不超过 %1B 参数的 4 位模型；关闭其他程序后可达 %2B。</translation>
        </message>
        <message>
            <source>Models of up to %1 billion parameters in 4 bits fit.</source>
            <translation>放得下不超过 %1B 参数的 4 位模型。</translation>
        </message>
        <message>
            <source>What fits</source>
            <translation>可容纳的模型</translation>
        </message>
        <message>
            <source>Instructions</source>
            <translation>指令集</translation>
        </message>
        <message>
            <source>Nothing is known here about processors called %1.</source>
            <translation>对名为 %1 的处理器一无所知。</translation>
        </message>
        <message>
            <source>The processor's features cannot be read.</source>
            <translation>无法读取处理器的特性。</translation>
        </message>
        <message>
            <source>This processor has no %1: models run on it, but slowly.</source>
            <translation>此处理器不支持 %1：模型可以运行，但很慢。</translation>
        </message>
        <message>
            <source>Choose small models.</source>
            <translation>请选择小模型。</translation>
        </message>
        <message>
            <source>All that fast replies on the CPU need: %1.</source>
            <translation>具备在 CPU 上快速回复所需的一切：%1。</translation>
        </message>
        <message>
            <source>Chip</source>
            <translation>芯片</translation>
        </message>
        <message>
            <source>This is no Snapdragon machine; there is nothing to check.</source>
            <translation>这不是骁龙机器，无需检查。</translation>
        </message>
        <message>
            <source>A Qualcomm chip whose NPU is not known here.</source>
            <translation>高通芯片，但其 NPU 未知。</translation>
        </message>
        <message>
            <source>A Snapdragon with a Hexagon v%1 NPU.</source>
            <translation>带有 Hexagon v%1 NPU 的骁龙芯片。</translation>
        </message>
        <message>
            <source>NPU in the engine</source>
            <translation>引擎中的 NPU</translation>
        </message>
        <message>
            <source>The engine lists the NPU.</source>
            <translation>引擎已列出 NPU。</translation>
        </message>
        <message>
            <source>The engine does not list the NPU: everything runs on other devices.</source>
            <translation>引擎没有列出 NPU：一切都在其他设备上运行。</translation>
        </message>
        <message>
            <source>Mend the first problem above, then start the app again.</source>
            <translation>请先解决上面的第一个问题，然后重新启动应用。</translation>
        </message>
        <message>
            <source>NPU firmware</source>
            <translation>NPU 固件</translation>
        </message>
        <message>
            <source>The kernel does not know the NPU's processor (cdsp).</source>
            <translation>内核不识别 NPU 的处理器（cdsp）。</translation>
        </message>
        <message>
            <source>Use a kernel and device tree for this machine that describe its NPU.</source>
            <translation>请使用包含此机器 NPU 描述的内核和设备树。</translation>
        </message>
        <message>
            <source>The NPU's processor (cdsp) is running.</source>
            <translation>NPU 的处理器（cdsp）正在运行。</translation>
        </message>
        <message>
            <source>The NPU's processor (cdsp) is %1.</source>
            <translation>NPU 的处理器（cdsp）状态为 %1。</translation>
        </message>
        <message>
            <source>Install the machine's firmware package and restart.</source>
            <translation>请安装此机器的固件包并重启。</translation>
        </message>
        <message>
            <source>There is no FastRPC device: programs cannot reach the NPU.</source>
            <translation>没有 FastRPC 设备：程序无法访问 NPU。</translation>
        </message>
        <message>
            <source>Use a kernel with the FastRPC driver (CONFIG_QCOM_FASTRPC).</source>
            <translation>请使用带有 FastRPC 驱动（CONFIG_QCOM_FASTRPC）的内核。</translation>
        </message>
        <message>
            <source>Memory shared with the NPU</source>
            <translation>与 NPU 共享的内存</translation>
        </message>
        <message>
            <source>FastRPC library</source>
            <translation>FastRPC 库</translation>
        </message>
        <message>
            <source>%1 is there.</source>
            <translation>%1 已存在。</translation>
        </message>
        <message>
            <source>Only %1 is there, and the runtime asks for %2.</source>
            <translation>只有 %1，而运行时需要 %2。</translation>
        </message>
        <message>
            <source>Install FastRPC's development package, or make a link %1 to %2.</source>
            <translation>请安装 FastRPC 的开发包，或创建从 %1 指向 %2 的链接。</translation>
        </message>
        <message>
            <source>The FastRPC library is missing.</source>
            <translation>缺少 FastRPC 库。</translation>
        </message>
        <message>
            <source>Install the FastRPC packages of your distribution.</source>
            <translation>请安装您的发行版的 FastRPC 软件包。</translation>
        </message>
        <message>
            <source>NPU driver</source>
            <translation>NPU 驱动</translation>
        </message>
        <message>
            <source>The driver of the Hexagon NPU is not installed.</source>
            <translation>未安装 Hexagon NPU 的驱动。</translation>
        </message>
        <message>
            <source>Install the NPU driver from Windows Update or the maker of the machine.</source>
            <translation>请通过 Windows 更新或从机器厂商处安装 NPU 驱动。</translation>
        </message>
        <message>
            <source>The driver of the Hexagon NPU is installed.</source>
            <translation>已安装 Hexagon NPU 的驱动。</translation>
        </message>
        <message>
            <source>The driver's folder cannot be looked at.</source>
            <translation>无法查看驱动的文件夹。</translation>
        </message>
        <message>
            <source>The driver came without %1.</source>
            <translation>驱动中缺少 %1。</translation>
        </message>
        <message>
            <source>Operating system</source>
            <translation>操作系统</translation>
        </message>
        <message>
            <source>The system does not say what it is.</source>
            <translation>系统没有说明自己的名称。</translation>
        </message>
        <message>
            <source>%1 on %2.</source>
            <translation>%1，%2。</translation>
        </message>
        <message>
            <source>Python</source>
            <translation>Python</translation>
        </message>
        <message>
            <source>Python %1 is not among the versions that are tested.</source>
            <translation>Python %1 不在经过测试的版本之列。</translation>
        </message>
        <message>
            <source>Use Python 3.10 to 3.13.</source>
            <translation>请使用 Python 3.10 至 3.13。</translation>
        </message>
        <message>
            <source>Python %1.</source>
            <translation>Python %1。</translation>
        </message>
        <message>
            <source>Qt</source>
            <translation>Qt</translation>
        </message>
        <message>
            <source>PySide6 %1 loses references on this Python and will crash.</source>
            <translation>PySide6 %1 在此 Python 上会丢失引用并崩溃。</translation>
        </message>
        <message>
            <source>Install another version of PySide6, such as 6.11.</source>
            <translation>请安装其他版本的 PySide6，例如 6.11。</translation>
        </message>
        <message>
            <source>PySide6 %1.</source>
            <translation>PySide6 %1。</translation>
        </message>
        <message>
            <source>Python packages</source>
            <translation>Python 软件包</translation>
        </message>
        <message>
            <source>All that the app needs is installed.</source>
            <translation>应用所需的一切均已安装。</translation>
        </message>
        <message>
            <source>Processor</source>
            <translation>处理器</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>内存</translation>
        </message>
        <message>
            <source>Disk</source>
            <translation>磁盘</translation>
        </message>
        <message>
            <source>Versions</source>
            <translation>版本</translation>
        </message>
        <message>
            <source>Engine and plugins</source>
            <translation>引擎与插件</translation>
        </message>
        <message>
            <source>Snapdragon NPU</source>
            <translation>骁龙 NPU</translation>
        </message>
        <message>
            <source>Ascend NPU</source>
            <translation>昇腾 NPU</translation>
        </message>
        <message>
            <source>Input methods</source>
            <translation>输入法</translation>
        </message>
        <message>
            <source>Further checks</source>
            <translation>其余检查</translation>
        </message>
        <message>
            <source>The check itself went wrong, which is a mistake of the app's.</source>
            <translation>检查本身出错，这是应用的问题。</translation>
        </message>
        <message>
            <source>Report it together with this page.</source>
            <translation>请连同本页一起报告。</translation>
        </message>
        <message>
            <source>Not looked at: it needs the step before.</source>
            <translation>未检查：需要先完成前一步。</translation>
        </message>
    </context>
    <context>
        <name>DoctorPage</name>
        <message>
            <source>in order</source>
            <translation>正常</translation>
        </message>
        <message>
            <source>warning</source>
            <translation>警告</translation>
        </message>
        <message>
            <source>problem</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>unknown</source>
            <translation>未知</translation>
        </message>
        <message>
            <source>Back to the settings</source>
            <translation>返回设置</translation>
        </message>
        <message>
            <source>Copy report</source>
            <translation>复制报告</translation>
        </message>
        <message>
            <source>In English, without names, folders and serial numbers.</source>
            <translation>英文，不含姓名、文件夹和序列号。</translation>
        </message>
        <message>
            <source>Check again</source>
            <translation>重新检查</translation>
        </message>
        <message>
            <source>Device check</source>
            <translation>设备检查</translation>
        </message>
        <message>
            <source>Looking at this machine; nothing is changed…</source>
            <translation>正在检查此机器，不会更改任何内容…</translation>
        </message>
        <message>
            <source>Looks at processor, memory, drivers and libraries. Nothing is changed.</source>
            <translation>检查处理器、内存、驱动和库，不会更改任何内容。</translation>
        </message>
        <message>
            <source>Problems: %1.</source>
            <translation>问题：%1。</translation>
        </message>
        <message>
            <source>Warnings: %1.</source>
            <translation>警告：%1。</translation>
        </message>
        <message>
            <source>Nothing stands in the way.</source>
            <translation>一切正常。</translation>
        </message>
        <message>
            <source>Could not be looked at: %1.</source>
            <translation>无法检查：%1。</translation>
        </message>
        <message>
            <source>Copied</source>
            <translation>已复制</translation>
        </message>
        <message>
            <source>What to do</source>
            <translation>待处理</translation>
        </message>
    </context>
    <context>
        <name>Downloads</name>
        <message>
            <source>Checking the file…</source>
            <translation>正在校验文件…</translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <translation>%1 / %2</translation>
        </message>
        <message>
            <source>%1 left</source>
            <translation>还需 %1</translation>
        </message>
    </context>
    <context>
        <name>EmptyChat</name>
        <message>
            <source>What would you like to know?</source>
            <translation>想了解什么？</translation>
        </message>
        <message>
            <source>%1 answers on the %2. Nothing you type leaves this machine.</source>
            <translation>%1 在 %2 上回答。输入的内容不会离开这台机器。</translation>
        </message>
        <message>
            <source>No model is open</source>
            <translation>没有打开的模型</translation>
        </message>
        <message>
            <source>Choose one in the box above, or open a .gguf file with Ctrl+O.</source>
            <translation>在上方的框中选择，或按 Ctrl+O 打开 .gguf 文件。</translation>
        </message>
    </context>
    <context>
        <name>ErrorCard</name>
        <message>
            <source>Why</source>
            <translation>原因</translation>
        </message>
        <message>
            <source>Try</source>
            <translation>建议</translation>
        </message>
        <message>
            <source>Details: code, log, report</source>
            <translation>详细信息：错误代码、日志、报告</translation>
        </message>
        <message>
            <source>Copy report</source>
            <translation>复制报告</translation>
        </message>
        <message>
            <source>Details of the error</source>
            <translation>错误的详细信息</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1：%2</translation>
        </message>
        <message>
            <source>Code: %1</source>
            <translation>代码：%1</translation>
        </message>
        <message>
            <source>Copied</source>
            <translation>已复制</translation>
        </message>
        <message>
            <source>Run the device check</source>
            <translation>运行设备检查</translation>
        </message>
    </context>
    <context>
        <name>ErrorRow</name>
        <message>
            <source>The text so far is kept above. Nothing of the chat is lost.</source>
            <translation>已写出的文字保留在上面。聊天记录没有丢失。</translation>
        </message>
        <message>
            <source>The reply was interrupted</source>
            <translation>回答中断了</translation>
        </message>
    </context>
    <context>
        <name>Errors</name>
        <message>
            <source>Loading the model was stopped.</source>
            <translation>模型的加载已停止。</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Use the CPU</source>
            <translation>改用 CPU</translation>
        </message>
        <message>
            <source>Choose another model</source>
            <translation>换一个模型</translation>
        </message>
        <message>
            <source>The computer refused to read or write a file.</source>
            <translation>系统拒绝读写文件。</translation>
        </message>
        <message>
            <source>Something in the app went wrong.</source>
            <translation>应用内部出错了。</translation>
        </message>
    </context>
    <context>
        <name>FirstRunPage</name>
        <message>
            <source>A private assistant on this machine</source>
            <translation>这台机器上的私人助手</translation>
        </message>
        <message>
            <source>Nothing you type leaves the machine. Pick a first model; you can change it any time.</source>
            <translation>输入的内容不会离开这台机器。先选一个模型，以后随时可换。</translation>
        </message>
        <message>
            <source>recommended</source>
            <translation>推荐</translation>
        </message>
        <message>
            <source>Tiny, to try the app in a minute · %1</source>
            <translation>很小，一分钟即可试用 · %1</translation>
        </message>
        <message>
            <source>CPU, small and quick</source>
            <translation>CPU，小而快</translation>
        </message>
        <message>
            <source>Get it and start</source>
            <translation>下载并开始</translation>
        </message>
        <message>
            <source>or open a .gguf file you already have</source>
            <translation>或打开已有的 .gguf 文件</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Open a .gguf file</source>
            <translation>打开 .gguf 文件</translation>
        </message>
        <message>
            <source>%1 GB memory</source>
            <translation>%1 GB 内存</translation>
        </message>
        <message>
            <source>%1 free</source>
            <translation>%1 可用空间</translation>
        </message>
        <message>
            <source>Looking at this machine…</source>
            <translation>正在查看这台机器…</translation>
        </message>
        <message>
            <source>The runtime sees these devices and uses the fastest one that works.</source>
            <translation>运行时找到了这些设备，会使用其中最快的。</translation>
        </message>
        <message>
            <source>Models run on the processor here. A device found later is offered in the box of the model.</source>
            <translation>模型在此处由处理器运行。以后找到的设备会出现在模型框中。</translation>
        </message>
        <message>
            <source>Getting %1</source>
            <translation>正在下载 %1</translation>
        </message>
    </context>
    <context>
        <name>FooterRow</name>
        <message>
            <source>Copy answer</source>
            <translation>复制回答</translation>
        </message>
        <message>
            <source>Ask again</source>
            <translation>重新回答</translation>
        </message>
        <message>
            <source>Copied</source>
            <translation>已复制</translation>
        </message>
    </context>
    <context>
        <name>Links</name>
        <message>
            <source>Open link</source>
            <translation>打开链接</translation>
        </message>
        <message>
            <source>Open this address in your browser?</source>
            <translation>在浏览器中打开此地址？</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>[image: %1]</source>
            <translation>[图片：%1]</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>Open a model</source>
            <translation>打开模型</translation>
        </message>
        <message>
            <source>GGUF models (*.gguf);;All files (*)</source>
            <translation>GGUF 模型 (*.gguf);;所有文件 (*)</translation>
        </message>
    </context>
    <context>
        <name>MessageEdit</name>
        <message>
            <source>Message</source>
            <translation>消息</translation>
        </message>
    </context>
    <context>
        <name>ModelChip</name>
        <message>
            <source>No model</source>
            <translation>没有模型</translation>
        </message>
        <message>
            <source>Model: %1</source>
            <translation>模型：%1</translation>
        </message>
        <message>
            <source>Choose the model and the device</source>
            <translation>选择模型和设备</translation>
        </message>
    </context>
    <context>
        <name>Number</name>
        <message>
            <source>automatic</source>
            <translation>自动</translation>
        </message>
    </context>
    <context>
        <name>PlacementCard</name>
        <message>
            <source>Where %1 runs</source>
            <translation>%1 在何处运行</translation>
        </message>
        <message>
            <source>Where the model runs</source>
            <translation>模型在何处运行</translation>
        </message>
        <message>
            <source>Open a model: its layers, memory and devices stand here then.</source>
            <translation>打开一个模型后，这里会显示它的层、内存和设备。</translation>
        </message>
        <message>
            <source>This runtime does not report where the layers are.</source>
            <translation>此运行时不报告各层的位置。</translation>
        </message>
        <message>
            <source>Left to the CPU</source>
            <translation>留给 CPU</translation>
        </message>
        <message>
            <source>nothing</source>
            <translation>无</translation>
        </message>
        <message>
            <source>Graph splits</source>
            <translation>计算图分段</translation>
        </message>
        <message>
            <source>Verdict</source>
            <translation>结论</translation>
        </message>
        <message>
            <source>%1 for %2 tokens</source>
            <translation>%1，%2 个词元</translation>
        </message>
        <message>
            <source>weights %1, scratch %2</source>
            <translation>权重 %1，临时 %2</translation>
        </message>
        <message>
            <source>KV cache</source>
            <translation>KV 缓存</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>内存</translation>
        </message>
    </context>
    <context>
        <name>ProseRow</name>
        <message>
            <source>Answer</source>
            <translation>回答</translation>
        </message>
    </context>
    <context>
        <name>Rail</name>
        <message>
            <source>Chat</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Devices</source>
            <translation>设备</translation>
        </message>
    </context>
    <context>
        <name>RecordingBar</name>
        <message>
            <source>Back to live</source>
            <translation>回到实时</translation>
        </message>
        <message>
            <source>Recordings: open, compare, export</source>
            <translation>录制：打开、比较、导出</translation>
        </message>
        <message>
            <source>Record</source>
            <translation>录制</translation>
        </message>
        <message>
            <source>Stop recording</source>
            <translation>停止录制</translation>
        </message>
        <message>
            <source>Replay · %1</source>
            <translation>回放 · %1</translation>
        </message>
        <message>
            <source>Open a recording…</source>
            <translation>打开录制…</translation>
        </message>
        <message>
            <source>Compare with another…</source>
            <translation>与另一个比较…</translation>
        </message>
        <message>
            <source>Export as CSV…</source>
            <translation>导出为 CSV…</translation>
        </message>
        <message>
            <source>Export as a Chrome trace…</source>
            <translation>导出为 Chrome 跟踪…</translation>
        </message>
        <message>
            <source>Save the chart as a picture…</source>
            <translation>将图表存为图片…</translation>
        </message>
        <message>
            <source>Record the text of chats too</source>
            <translation>同时录制对话文本</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Open a recording</source>
            <translation>打开录制</translation>
        </message>
        <message>
            <source>Recordings (*.jsonl *.jsonl.gz);;All files (*)</source>
            <translation>录制 (*.jsonl *.jsonl.gz);;所有文件 (*)</translation>
        </message>
    </context>
    <context>
        <name>Recordings</name>
        <message>
            <source>The disk did not take the end of the recording in time.</source>
            <translation>磁盘未能及时写入录制的结尾。</translation>
        </message>
        <message>
            <source>Saved: %1</source>
            <translation>已保存：%1</translation>
        </message>
        <message>
            <source>The recording has ended: %1. What was written before is kept.</source>
            <translation>录制已结束：%1。之前写入的内容已保留。</translation>
        </message>
        <message>
            <source>%1 was cut short; it is shown as far as it goes.</source>
            <translation>%1 不完整；显示已有的部分。</translation>
        </message>
        <message>
            <source>The picture could not be saved.</source>
            <translation>无法保存图片。</translation>
        </message>
    </context>
    <context>
        <name>RepliesCard</name>
        <message>
            <source>By depth</source>
            <translation>按深度</translation>
        </message>
        <message>
            <source>Speed and time to the first token by the depth of the context</source>
            <translation>速度和首词元时间随上下文深度的变化</translation>
        </message>
        <message>
            <source>Where the time went</source>
            <translation>时间用在哪里</translation>
        </message>
        <message>
            <source>Ask something: each reply becomes a bar here.</source>
            <translation>提个问题：每条回复会在这里成为一个条形。</translation>
        </message>
        <message>
            <source>By device</source>
            <translation>按设备</translation>
        </message>
        <message>
            <source>Models and devices compared, by the medians of their replies</source>
            <translation>按回复的中位数比较模型和设备</translation>
        </message>
        <message>
            <source>decode speed</source>
            <translation>解码速度</translation>
        </message>
        <message>
            <source>time to the first token</source>
            <translation>首词元时间</translation>
        </message>
        <message>
            <source>Speed by depth</source>
            <translation>速度与深度</translation>
        </message>
        <message>
            <source>Medians</source>
            <translation>中位数</translation>
        </message>
        <message>
            <source>Device and model</source>
            <translation>设备与模型</translation>
        </message>
        <message>
            <source>Replies</source>
            <translation>回复数</translation>
        </message>
        <message>
            <source>First token</source>
            <translation>首词元</translation>
        </message>
        <message>
            <source>Prefill, tok/s</source>
            <translation>预填充，词元/秒</translation>
        </message>
        <message>
            <source>Decode, tok/s</source>
            <translation>解码，词元/秒</translation>
        </message>
        <message>
            <source>%1 slower than in the weeks before.</source>
            <translation>比前几周慢 %1。</translation>
        </message>
        <message>
            <source>%1 faster than in the weeks before.</source>
            <translation>比前几周快 %1。</translation>
        </message>
        <message>
            <source>What changed: %1.</source>
            <translation>变化：%1。</translation>
        </message>
        <message>
            <source>version of the app</source>
            <translation>应用版本</translation>
        </message>
        <message>
            <source>version of the engine</source>
            <translation>引擎版本</translation>
        </message>
        <message>
            <source>threads</source>
            <translation>线程数</translation>
        </message>
        <message>
            <source>context length</source>
            <translation>上下文长度</translation>
        </message>
        <message>
            <source>depth of the chats</source>
            <translation>对话深度</translation>
        </message>
    </context>
    <context>
        <name>Settings</name>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Context length</source>
            <translation>上下文长度</translation>
        </message>
        <message>
            <source>Tokens that fit into one chat; more needs more memory.</source>
            <translation>一段对话能容纳的词元数；越多占用内存越多。</translation>
        </message>
        <message>
            <source>Threads</source>
            <translation>线程数</translation>
        </message>
        <message>
            <source>Processor threads that work on a reply.</source>
            <translation>用于回答的处理器线程。</translation>
        </message>
        <message>
            <source>Greedy</source>
            <translation>贪心采样</translation>
        </message>
        <message>
            <source>Always the most likely token: the same question gets the same answer.</source>
            <translation>总是选最可能的词元：相同的问题得到相同的回答。</translation>
        </message>
        <message>
            <source>Temperature</source>
            <translation>温度</translation>
        </message>
        <message>
            <source>Low is predictable, high is inventive.</source>
            <translation>低则稳定，高则有创意。</translation>
        </message>
        <message>
            <source>System prompt</source>
            <translation>系统提示词</translation>
        </message>
        <message>
            <source>Told to the model at the start of every chat; empty for the model's own.</source>
            <translation>每段对话开始时告诉模型；留空则用模型自带的。</translation>
        </message>
        <message>
            <source>As the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>In a process of its own</source>
            <translation>独立进程</translation>
        </message>
        <message>
            <source>Inside the window's process</source>
            <translation>窗口的进程内</translation>
        </message>
        <message>
            <source>Appearance</source>
            <translation>外观</translation>
        </message>
        <message>
            <source>Where the engine runs</source>
            <translation>引擎运行位置</translation>
        </message>
        <message>
            <source>Isolated: in a process of its own, so that a crash of a driver costs one reply, not the window.</source>
            <translation>独立进程：驱动崩溃只会损失一条回答，不会关闭窗口。</translation>
        </message>
        <message>
            <source>Window</source>
            <translation>窗口</translation>
        </message>
        <message>
            <source>Answers</source>
            <translation>回答</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <source>From the next start on.</source>
            <translation>下次启动时生效。</translation>
        </message>
        <message>
            <source>From the next opening of a model on.</source>
            <translation>下次打开模型时生效。</translation>
        </message>
    </context>
    <context>
        <name>SettingsPane</name>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>This machine</source>
            <translation>此机器</translation>
        </message>
        <message>
            <source>Device check</source>
            <translation>设备检查</translation>
        </message>
        <message>
            <source>Looks at processor, memory, drivers and libraries, and says what stands in the way.</source>
            <translation>检查处理器、内存、驱动和库，并说明存在的问题。</translation>
        </message>
        <message>
            <source>Run the device check</source>
            <translation>运行设备检查</translation>
        </message>
    </context>
    <context>
        <name>Strip</name>
        <message>
            <source>NPU</source>
            <translation>NPU</translation>
        </message>
        <message>
            <source>GPU</source>
            <translation>GPU</translation>
        </message>
        <message>
            <source>CPU</source>
            <translation>CPU</translation>
        </message>
        <message>
            <source>RAM</source>
            <translation>内存</translation>
        </message>
        <message>
            <source>Stop the download</source>
            <translation>停止下载</translation>
        </message>
        <message>
            <source>idle</source>
            <translation>空闲</translation>
        </message>
        <message>
            <source>decode %1 tok/s</source>
            <translation>生成 %1 词元/秒</translation>
        </message>
    </context>
    <context>
        <name>ThinkingRow</name>
        <message>
            <source>Thinking</source>
            <translation>思考</translation>
        </message>
        <message>
            <source>Thinking…</source>
            <translation>正在思考…</translation>
        </message>
        <message>
            <source>Thoughts</source>
            <translation>思考过程</translation>
        </message>
        <message>
            <source>Thought for %1</source>
            <translation>思考了 %1</translation>
        </message>
    </context>
    <context>
        <name>TopBar</name>
        <message>
            <source>Context</source>
            <translation>上下文</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>新对话</translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <translation>%1 / %2</translation>
        </message>
        <message>
            <source>Tokens of this chat that the model holds, of those that fit.</source>
            <translation>模型已保存的本对话词元数，以及能容纳的总数。</translation>
        </message>
        <message>
            <source>The model was trained for %1.</source>
            <translation>模型训练长度为 %1。</translation>
        </message>
        <message>
            <source>Recent models</source>
            <translation>最近的模型</translation>
        </message>
        <message>
            <source>Open a .gguf…</source>
            <translation>打开 .gguf…</translation>
        </message>
        <message>
            <source>Device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>Unload the model</source>
            <translation>卸载模型</translation>
        </message>
    </context>
    <context>
        <name>Transcript</name>
        <message>
            <source>Jump to the latest message</source>
            <translation>跳到最新消息</translation>
        </message>
    </context>
    <context>
        <name>UserRow</name>
        <message>
            <source>Your message</source>
            <translation>我的消息</translation>
        </message>
        <message>
            <source>Show all</source>
            <translation>全部显示</translation>
        </message>
        <message>
            <source>Edit and ask again</source>
            <translation>修改并重新提问</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
    </context>
    <context>
        <name>Verdict</name>
        <message>
            <source>The CPU did this reply; no other device was asked for.</source>
            <translation>这条回复由 CPU 完成；没有要求使用其他设备。</translation>
        </message>
        <message>
            <source>One CPU core waits on the %1, as expected.</source>
            <translation>一个 CPU 核心在等待 %1，属正常情况。</translation>
        </message>
        <message>
            <source>%1 operations fell back to the CPU.</source>
            <translation>%1 个运算退回到 CPU。</translation>
        </message>
        <message>
            <source>%1 J per token.</source>
            <translation>每词元 %1 焦耳。</translation>
        </message>
        <message>
            <source>The %1 did this reply: %2 of %3 layers on %4, %1 %5 and CPU %6 while decoding.</source>
            <translation>这条回复由 %1 完成：%2/%3 层在 %4 上，解码时 %1 %5、CPU %6。</translation>
        </message>
        <message>
            <source>The %1 did this reply: %2 of %3 layers on %4, %1 %5 while decoding.</source>
            <translation>这条回复由 %1 完成：%2/%3 层在 %4 上，解码时 %1 %5。</translation>
        </message>
        <message>
            <source>The %1 did this reply, by the engine's report: %2 of %3 layers on %4. Its load was not measured.</source>
            <translation>据引擎报告，这条回复由 %1 完成：%2/%3 层在 %4 上。其负载未测量。</translation>
        </message>
        <message>
            <source>%2 of %3 layers are on %4, but the %1's meter shows %5: this system may not see its work.</source>
            <translation>%2/%3 层在 %4 上，但 %1 的计量显示 %5：本系统可能看不到它的工作。</translation>
        </message>
        <message>
            <source>The %1 did this reply: %1 %5 and CPU %6 while decoding.</source>
            <translation>这条回复由 %1 完成：解码时 %1 %5、CPU %6。</translation>
        </message>
        <message>
            <source>The %1 did this reply: %1 %5 while decoding.</source>
            <translation>这条回复由 %1 完成：解码时 %1 %5。</translation>
        </message>
        <message>
            <source>Which device did this reply cannot be measured here.</source>
            <translation>这里无法测出是哪个设备完成了这条回复。</translation>
        </message>
        <message>
            <source>The CPU did this reply: none of the %3 layers is on the %1.</source>
            <translation>这条回复由 CPU 完成：%3 层中没有一层在 %1 上。</translation>
        </message>
        <message>
            <source>The CPU did this reply: the %1 stayed at %5 and the CPU was at %6, though %2 of %3 layers are on %4.</source>
            <translation>这条回复由 CPU 完成：%1 停在 %5，CPU 为 %6，尽管 %2/%3 层在 %4 上。</translation>
        </message>
        <message>
            <source>The CPU did this reply: the %1 stayed at %5 and the CPU was at %6.</source>
            <translation>这条回复由 CPU 完成：%1 停在 %5，CPU 为 %6。</translation>
        </message>
    </context>
    <context>
        <name>Words</name>
        <message>
            <source>%1 s</source>
            <translation>%1 秒</translation>
        </message>
        <message>
            <source>%1 min %2 s</source>
            <translation>%1 分 %2 秒</translation>
        </message>
        <message>
            <source>%1 %</source>
            <translation>%1 %</translation>
        </message>
        <message>
            <source>1 token</source>
            <translation>1 个词元</translation>
        </message>
        <message>
            <source>%1 tokens</source>
            <translation>%1 个词元</translation>
        </message>
        <message>
            <source>finished</source>
            <translation>已完成</translation>
        </message>
        <message>
            <source>stopped at the token limit</source>
            <translation>达到词元上限</translation>
        </message>
        <message>
            <source>stopped by you</source>
            <translation>已由你停止</translation>
        </message>
        <message>
            <source>stopped at a stop text</source>
            <translation>遇到停止文本</translation>
        </message>
        <message>
            <source>the context is full</source>
            <translation>上下文已满</translation>
        </message>
        <message>
            <source>ended</source>
            <translation>已结束</translation>
        </message>
        <message>
            <source>Waiting for the engine</source>
            <translation>等待引擎</translation>
        </message>
        <message>
            <source>Loading weights</source>
            <translation>正在加载权重</translation>
        </message>
        <message>
            <source>Reading image…</source>
            <translation>正在读取图片…</translation>
        </message>
        <message>
            <source>Prefill %1 of %2 tokens</source>
            <translation>预填充 %1 / %2 个词元</translation>
        </message>
        <message>
            <source>Prefill</source>
            <translation>预填充</translation>
        </message>
        <message>
            <source>Writing</source>
            <translation>正在回答</translation>
        </message>
        <message>
            <source>%1 to first token</source>
            <translation>%1 出首词</translation>
        </message>
        <message>
            <source>From the request until the first token of the answer.</source>
            <translation>从请求到回答的第一个词元。</translation>
        </message>
        <message>
            <source>image %1</source>
            <translation>图片 %1</translation>
        </message>
        <message>
            <source>Time to read the images and sounds of the request.</source>
            <translation>读取请求中图片和声音的时间。</translation>
        </message>
        <message>
            <source>prefill %1 tok/s</source>
            <translation>预填充 %1 词元/秒</translation>
        </message>
        <message>
            <source>Speed of reading the %1 prompt tokens that were not in the cache yet.</source>
            <translation>读取尚未缓存的 %1 个提示词元的速度。</translation>
        </message>
        <message>
            <source>decode %1 tok/s</source>
            <translation>生成 %1 词元/秒</translation>
        </message>
        <message>
            <source>Speed of writing the answer, without reading the prompt.</source>
            <translation>书写回答的速度，不含读取提示。</translation>
        </message>
        <message>
            <source>Tokens the model wrote.</source>
            <translation>模型写出的词元数。</translation>
        </message>
        <message>
            <source>Why the answer ended here.</source>
            <translation>回答在此结束的原因。</translation>
        </message>
        <message>
            <source>The device that did the work.</source>
            <translation>完成工作的设备。</translation>
        </message>
        <message>
            <source>interrupted</source>
            <translation>已中断</translation>
        </message>
        <message>
            <source>An error ended this answer before the model was done.</source>
            <translation>模型尚未写完，回答就因错误而结束。</translation>
        </message>
    </context>
</TS>
